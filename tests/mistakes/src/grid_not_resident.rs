//! The blocks of a grid that synchronises cannot all be resident.

use phalanx::prelude::*;

use crate::stream;

/// Two steps, the second after all of the first.
#[group_kernel]
pub fn smooth(grid: CooperativeGrid, x: &[f32], y: &mut [f32], z: &mut [f32]) {
    let n = x.len();
    for i in grid.stride(0..n) {
        y[i] = (x[i] + x[(i + 1) % n]) / 2.0;
    }
    grid.sync();
    for i in grid.stride(0..n) {
        z[i] = (y[i] + y[(i + 1) % n]) / 2.0;
    }
}

/// A thread for each of 4096 numbers, on a device that holds 8 blocks.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 4096])?;
    let (mut y, mut z) = (stream.zeros::<f32>(4096)?, stream.zeros::<f32>(4096)?);
    smooth::launch(
        &stream,
        Cooperative::blocks(16).threads(256),
        &x,
        &mut y,
        &mut z,
    )
}
