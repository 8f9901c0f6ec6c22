//! The differential test of the convergence analysis.
//!
//! Random kernels are shown to the analysis and run on the emulator. What the analysis accepts must run
//! to its end on every input and in every order of the threads; what it refuses though nothing ever goes
//! wrong is counted.
//!
//! | to find | look in |
//! |---|---|
//! | how programs are made up | `generate` |
//! | what is in them | `features` |
//! | how they are checked | `frontend` |
//! | how they are run | `interpret`, `launch`, `inputs` |
//! | what is said of one | `verdict` |
//! | why programs are refused, by kind | `rules`, `reasons` |
//! | how one is made small | `shrink` |
//! | many of them, and the table at the end | `campaign`, `table` |
//! | programs that once went wrong | `seeds/`, read by `corpus` |

#![allow(missing_docs)] // a test, whose interface is for its own parts

pub mod campaign;
pub mod corpus;
pub mod features;
pub mod frontend;
pub mod generate;
pub mod inputs;
pub mod interpret;
pub mod launch;
pub mod one_thread;
pub mod reasons;
pub mod rng;
pub mod rules;
pub mod shrink;
pub mod table;
pub mod verdict;
