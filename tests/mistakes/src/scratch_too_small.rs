//! The last warp reads more partial results than there are.

use phalanx::prelude::*;

use crate::stream;

/// Sums 128 numbers: each of four warps by itself, then their sums by the first warp.
#[group_kernel]
pub fn sum(block: ThreadBlock<128>, x: &[f32], y: &mut [f32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let partial = block.shared::<[f32; 4]>();
    let part = warp.reduce(x[r], Plus);
    if warp.thread_rank() == 0 {
        partial[warp.meta_group_rank()] = part;
    }
    block.sync();
    if warp.meta_group_rank() == 0 {
        let total = warp.reduce(partial[r], Plus);
        if r == 0 {
            y[0] = total;
        }
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 128])?;
    let mut y = stream.zeros::<f32>(1)?;
    sum::launch(&stream, Launch::blocks(1), &x, &mut y)
}
