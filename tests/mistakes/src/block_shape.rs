//! The kernel is written for one shape of block and launched with another.

use phalanx::prelude::*;

use crate::stream;

/// Turns each block's part of `y` round.
#[group_kernel]
pub fn reverse(block: ThreadBlock<256>, y: &mut [u32]) {
    let (first, r) = (block.group_index().x * 256, block.thread_rank());
    let s = block.shared::<[u32; 256]>();
    s[255 - r] = y[first + r];
    block.sync();
    y[first + r] = s[r];
}

/// Blocks of 128.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(1024)?;
    reverse::launch(&stream, Launch::blocks(8).threads(128), &mut y)
}
