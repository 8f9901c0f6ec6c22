//! Mistakes that are found at launch or on the emulator: a small wrong program a file, described in
//! `docs/mistakes.md`. What is said of each is in `expected/`; the tests compare.

use phalanx::{Device, Error, Properties, Stream};

pub mod ballot_of_part;
pub mod block_for_grid;
pub mod block_shape;
pub mod coalesced_as_warp;
pub mod counter_read_early;
pub mod empty_grid;
pub mod false_claim;
pub mod grid_not_resident;
pub mod in_place;
pub mod items_left_over;
pub mod lane_out_of_range;
pub mod last_block;
pub mod missing_barrier;
pub mod no_room_for_one;
pub mod one_lane_result;
pub mod part_of_a_tile;
pub mod plain_add;
pub mod rank_of_row;
pub mod relaxed_flag;
pub mod same_value;
pub mod scratch_reused;
pub mod scratch_too_small;
pub mod tile_larger_than_block;
pub mod too_many_threads;
pub mod too_much_shared_memory;
pub mod uninitialised;
pub mod vote_as_fence;
pub mod warp_in_lockstep;

/// A stream on an emulator whose reports are the same each time, whatever the environment says.
///
/// # Errors
///
/// None that a test expects.
pub fn stream(change: impl FnOnce(&mut Properties)) -> Result<Stream, Error> {
    let mut properties = Properties::default();
    properties.workers = std::num::NonZeroUsize::new(1);
    properties.schedule = Default::default();
    properties.checks = true;
    change(&mut properties);
    Device::emulator_with(properties).stream()
}
