//! Kernels written by hand as the compiler prints them, run on the emulator.

#![allow(
    clippy::manual_is_multiple_of,
    reason = "kernels are not written like that"
)]
#![allow(clippy::if_same_then_else, reason = "two call sites are not one")]

mod coalesced;
mod common;
mod faults;
mod grids;
mod livelocks;
mod races;
mod ranks;
mod schedules;
mod shared_memory;
mod spinning;
mod tiles;
