//! Scratch memory is used again without a second barrier.

use phalanx::prelude::*;

use crate::stream;

/// Sums each row of 64 numbers.
#[group_kernel]
pub fn row_sums(block: ThreadBlock<64>, x: &[f32], y: &mut [f32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let partial = block.shared::<[f32; 2]>();
    for row in 0..y.len() {
        let sum = warp.reduce(x[row * 64 + r], Plus);
        if warp.thread_rank() == 0 {
            partial[warp.meta_group_rank()] = sum;
        }
        block.sync();
        if r == 0 {
            y[row] = partial[0] + partial[1];
        }
    }
}

/// Three rows in one block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 3 * 64])?;
    let mut y = stream.zeros::<f32>(3)?;
    row_sums::launch(&stream, Launch::blocks(1), &x, &mut y)
}
