//! A block of two dimensions is taken for one of one.

use phalanx::prelude::*;

use crate::stream;

/// The sum of each warp's numbers.
#[group_kernel]
pub fn warp_sums(block: ThreadBlock<8, 8>, x: &[f32], y: &mut [f32]) {
    let warp = block.tiled_partition::<32>();
    let sum = warp.reduce(x[block.thread_rank()], Plus);
    let lane = block.thread_index().x % 32;
    if lane == 0 {
        y[warp.meta_group_rank()] = sum;
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 64])?;
    let mut y = stream.zeros::<f32>(2)?;
    warp_sums::launch(&stream, Launch::blocks(1), &x, &mut y)
}
