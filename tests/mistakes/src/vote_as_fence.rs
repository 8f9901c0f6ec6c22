//! A vote is taken for a fence.

use phalanx::prelude::*;

use crate::stream;

/// Exchanges the numbers of neighbours in the warps that hold a large one.
#[group_kernel]
pub fn exchange(block: ThreadBlock<64>, x: &[u32], limit: u32, y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = x[r];
    if warp.any(x[r] > limit) {
        y[r] = s[r ^ 1];
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[9_u32; 64])?;
    let mut y = stream.zeros::<u32>(64)?;
    exchange::launch(&stream, Launch::blocks(1), &x, 5, &mut y)
}
