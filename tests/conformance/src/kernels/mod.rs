//! The kernels under test, a module a kind of operation.

pub mod block;
pub mod block_reduce;
pub mod broadcast;
pub mod coalesced;
pub mod grid;
pub mod panics;
pub mod partition;
pub mod reduce;
pub mod scan;
pub mod shuffle;
