//! A thread arrives at a barrier and never waits.

use phalanx::prelude::*;

use crate::stream;

/// Turns each block's part of `y` round.
#[group_kernel]
pub fn reverse(block: ThreadBlock<64>, y: &mut [u32]) {
    let (first, r) = (block.group_index().x * 64, block.thread_rank());
    let s = block.shared::<[u32; 64]>();
    s[63 - r] = y[first + r];
    block.sync();
    y[first + r] = s[r];
    let _read = block.arrive();
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(64)?;
    reverse::launch(&stream, Launch::blocks(1), &mut y)
}
