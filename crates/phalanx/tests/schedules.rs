//! A kernel under each schedule of the emulator, through what `phalanx` exports.

use phalanx::prelude::*;
use phalanx::{Properties, Schedule};

/// The ranks of the block's threads in the order in which they run.
#[group_kernel]
fn order(block: ThreadBlock, next: &Atomic<u32>, y: &mut [u32]) {
    y[next.fetch_add(1, Relaxed) as usize] = block.thread_rank() as u32;
}

fn stream(schedule: Schedule) -> Result<Stream, Error> {
    let mut properties = Properties::default();
    properties.schedule = schedule;
    Device::emulator_with(properties).stream()
}

fn order_of(schedule: Schedule) -> Result<Vec<u32>, Error> {
    let stream = stream(schedule)?;
    let (mut next, mut y) = (stream.zeros(1)?, stream.zeros(8)?);
    order::launch(&stream, Launch::blocks(1).threads(8), &mut next, &mut y)?;
    stream.download(&y)
}

#[test]
fn each_schedule_has_its_order() -> Result<(), Error> {
    assert_eq!(order_of(Schedule::InOrder)?, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(order_of(Schedule::Reverse)?, [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(
        order_of(Schedule::Ahead { rank: 5 })?,
        [5, 0, 1, 2, 3, 4, 6, 7]
    );
    let random = order_of(Schedule::Random { seed: 1 })?;
    assert_ne!(random, order_of(Schedule::Random { seed: 2 })?);
    assert_eq!(random, order_of(Schedule::Random { seed: 1 })?);
    let mut ranks = random;
    ranks.sort_unstable();
    assert!(ranks.into_iter().eq(0..8));
    Ok(())
}

#[group_kernel]
fn neighbours(block: ThreadBlock<2>, y: &mut [u32], z: &mut [u32]) {
    let r = block.thread_rank();
    y[r] = 1;
    z[r] = y[1 - r];
}

#[group_kernel]
fn small(block: ThreadBlock<2>, x: &[u32]) {
    assert!(x[block.thread_rank()] > 0, "too small");
}

/// The lines above: of the write and of the assertion.
const LINES: [u32; 2] = [line!() - 10, line!() - 4];

/// A fault, and a panic, which is an error of its own.
#[test]
fn a_failure_under_a_random_schedule_says_how_to_repeat_it() -> Result<(), Error> {
    let [write, assertion] = LINES;
    let text = |error: Error| error.to_string().replace(file!(), "F");
    let stream = stream(Schedule::Random { seed: 42 })?;
    let (mut y, mut z) = (stream.zeros(2)?, stream.zeros(2)?);
    let error = neighbours::launch(&stream, Launch::blocks(1), &mut y, &mut z).unwrap_err();
    assert_eq!(
        text(error),
        format!(
            "kernel `neighbours`: data race on element 1 of `y`\n  \
             F:{}:12: thread (0, 0, 0) of block (0, 0, 0) reads it\n  \
             F:{write}:5: thread (1, 0, 0) of block (0, 0, 0) writes it\n  \
             nothing orders the two: `sync` of a `ThreadBlockTile<2>` or of the `ThreadBlock` \
             between them would\n  \
             under a random schedule: `PHALANX_SEED=42` repeats it",
            write + 1
        )
    );
    let x = stream.zeros(2)?;
    let error = small::launch(&stream, Launch::blocks(1), &x).unwrap_err();
    assert_eq!(
        text(error),
        format!(
            "kernel `small` panicked at F:{assertion}:5 in block (0, 0, 0), thread (0, 0, 0): too small\n\
             (under a random schedule: `PHALANX_SEED=42` repeats it)"
        )
    );
    Ok(())
}
