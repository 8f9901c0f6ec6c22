//! The vocabulary of Phalanx: group types, capabilities, operators and memory types.
//!
//! A kernel is written against the names of this crate. On a GPU the compiler translates them to
//! CUDA C++; on the emulator they run as they stand, by asking the [execution context](exec) that
//! the emulator installs.
//!
//! | to find | look in |
//! |---|---|
//! | a group type | [`group`], one file each |
//! | who may do what | [`capability`] |
//! | the collective methods | [`collectives`] |
//! | what `reduce` combines with | [`operator`] |
//! | what a kernel may claim without proof | [`assume`] |
//! | which types a kernel may hold | [`value`], [`atomic`] |
//! | values on which a group agrees | [`uniform`](mod@uniform) |
//! | what a group needs from the emulator | [`exec`] |
//! | what the printed Rust bodies call | `rt` |
//!
//! This crate knows nothing of coroutines, devices or launches.

pub mod assume;
pub mod atomic;
pub mod capability;
pub mod collectives;
pub mod dim3;
pub mod exec;
pub mod group;
pub mod operator;
#[doc(hidden)]
pub mod rt;
pub mod stride;
pub mod uniform;
pub mod value;

pub use assume::{Claim, assume_uniform};
pub use atomic::{Atomic, AtomicInteger, AtomicValue};
pub use capability::{
    Ballot, Barrier, Group, Match, Partition, Reduce, Scan, Shuffle, ShuffleXor, Vote,
};
pub use collectives::Collectives;
pub use dim3::Dim3;
#[doc(hidden)]
pub use group::{AllOf, Here};
pub use group::{
    Arrival, CoalescedGroup, CooperativeGrid, Diverged, Grid, ThreadBlock, ThreadBlockTile,
    coalesced_threads,
};
pub use operator::{BitAnd, BitOr, BitXor, Max, Min, Operator, Plus};
pub use stride::Stride;
pub use uniform::Uniform;
pub use value::{DeviceCopy, Float, Integer, Number};

pub use core::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
