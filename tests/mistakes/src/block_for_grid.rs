//! A barrier of the block stands where one of the grid is needed.

use phalanx::prelude::*;

use crate::stream;

/// Two steps of a smoothing: the second needs the neighbours' results of the first.
#[group_kernel]
pub fn smooth(grid: Grid, block: ThreadBlock, x: &[f32], y: &mut [f32], z: &mut [f32]) {
    let (i, n) = (grid.thread_rank(), x.len());
    y[i] = (x[i] + x[(i + 1) % n]) / 2.0;
    block.sync();
    z[i] = (y[i] + y[(i + 1) % n]) / 2.0;
}

/// Two blocks.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 64])?;
    let (mut y, mut z) = (stream.zeros::<f32>(64)?, stream.zeros::<f32>(64)?);
    smooth::launch(&stream, Launch::blocks(2).threads(32), &x, &mut y, &mut z)
}
