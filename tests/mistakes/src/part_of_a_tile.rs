//! The size of a tile does not divide the block.

use phalanx::prelude::*;

use crate::stream;

/// The sum of each warp's numbers.
#[group_kernel]
pub fn warp_sums(grid: Grid, warp: ThreadBlockTile<32>, x: &[f32], out: &Atomic<f32>) {
    let i = grid.thread_rank();
    let sum = warp.reduce(if i < x.len() { x[i] } else { 0.0 }, Plus);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

/// A warp and a half.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 48])?;
    let mut out = stream.zeros::<f32>(1)?;
    warp_sums::launch(&stream, Launch::blocks(1).threads(48), &x, &mut out)
}
