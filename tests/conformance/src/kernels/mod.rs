//! The kernels under test, a module a kind of operation.

pub mod block;
pub mod coalesced;
pub mod grid;
pub mod panics;
pub mod reduce;
pub mod shuffle;
