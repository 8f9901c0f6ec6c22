//! The language of Phalanx kernels: parsing, types, checks and the printers for CUDA C++ and Rust.

#![allow(missing_docs)] // the interface of this crate is for the crates of the workspace

pub mod abi;
pub mod artefact;
pub mod converge;
pub mod cuda;
pub mod docs;
pub mod hash;
pub mod host;
pub mod program;
pub mod report;
pub mod syntax;
pub mod table;
pub mod types;
