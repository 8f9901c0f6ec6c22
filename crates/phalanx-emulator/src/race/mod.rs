//! Races: accesses to one element by two threads, at least one of which writes, that nothing orders.
//!
//! Each element of shared memory and of the buffers that a launch may write has a [`shadow`], which
//! remembers the last write and two of the reads since. Each thread has a clock, which its
//! collectives advance, and an access is remembered by its thread and the clock at the time, its
//! [`epoch`](epoch::Epoch). Two accesses are ordered if the second thread knows of the first one's
//! epoch (Flanagan, Freund: "FastTrack", 2009). What a thread knows is not a clock for each of the
//! others, of which there may be a thousand in each block, but follows from how they meet:
//!
//! - After a barrier of an aligned group (block, tile, grid) everybody in it knows of everything that
//!   anybody in it did before. The group's *floor* says so in one number: all its members go on with
//!   one clock, and know of all lower ones.
//! - What is learnt otherwise, from the barrier of a coalesced group or from an atomic operation that
//!   acquires, is written out, see [`knowledge`].
//!
//! Shuffles, votes and reductions advance clocks, so that a report can name them, and order nothing.

mod check;
mod clocks;
mod epoch;
mod knowledge;
mod shadow;

pub(crate) use clocks::Clocks;
pub(crate) use epoch::Epoch;
pub(crate) use knowledge::Messages;
pub(crate) use shadow::{Shadow, Touched};
