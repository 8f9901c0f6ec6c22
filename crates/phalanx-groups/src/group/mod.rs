//! The group types, one file each.
//!
//! A value of a group type is the current thread's own view of its group: which thread it is and
//! how many there are. It cannot be copied or sent to another thread, and it must not outlive the
//! place that all its members reach.

mod arrival;
mod block;
mod coalesced;
mod diverged;
mod grid;
mod tile;

pub use arrival::Arrival;
pub use block::ThreadBlock;
pub use coalesced::{CoalescedGroup, coalesced_threads};
pub use diverged::{AllOf, Diverged, Here};
pub use grid::{CooperativeGrid, Grid};
pub use tile::ThreadBlockTile;

/// Groups belong to the emulated thread that holds them.
type NotSend = core::marker::PhantomData<*mut ()>;
