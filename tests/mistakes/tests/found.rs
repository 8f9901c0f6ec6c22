//! Each mistake is found, and what is said of it is the text in `expected/`, to the letter.
//!
//! To take over changed texts: `UPDATE_EXPECTED=1 cargo test -p phalanx-mistakes`, and read the
//! difference.

use std::path::Path;

use phalanx::Error;
use phalanx_mistakes as mistakes;

/// Who is to find a mistake.
#[derive(Debug, PartialEq)]
enum Finder {
    Launch,
    Emulator,
}

fn check(name: &str, finder: Finder, run: fn() -> Result<(), Error>) {
    let error = run().expect_err("the mistake must be found");
    let found = match error {
        Error::Emulator { .. } | Error::Panic(_) => Finder::Emulator,
        _ => Finder::Launch,
    };
    assert_eq!(found, finder, "{error}");
    let text = format!("{error}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("expected/{name}.txt"));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

macro_rules! found {
    ($finder:ident: $($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name), Finder::$finder, mistakes::$name::run);
        }
    )*};
}

found! { Launch:
    block_shape
    empty_grid
    grid_not_resident
    no_room_for_one
    part_of_a_tile
    too_many_threads
    too_much_shared_memory
}

found! { Emulator:
    ballot_of_part
    block_for_grid
    coalesced_as_warp
    false_claim
    in_place
    lane_out_of_range
    last_block
    missing_barrier
    one_lane_result
    plain_add
    rank_of_row
    relaxed_flag
    same_value
    scratch_reused
    scratch_too_small
    tile_larger_than_block
    uninitialised
    vote_as_fence
    warp_in_lockstep
}

/// Nobody finds this one: an atomic load may be meant to see what there is so far.
#[test]
fn counter_read_early() {
    assert_eq!(mistakes::counter_read_early::counted().unwrap(), 1);
}

/// Nor this one: a kernel may mean to do a part only.
#[test]
fn items_left_over() {
    assert_eq!(mistakes::items_left_over::reached().unwrap(), 8 * 32);
}
