//! A block has more threads than the device allows.

use phalanx::prelude::*;

use crate::stream;

/// Doubles each number.
#[group_kernel]
pub fn double(grid: Grid, y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] *= 2.0;
    }
}

/// 64 × 32 threads.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<f32>(2048)?;
    double::launch(&stream, Launch::blocks(1).threads((64, 32)), &mut y)
}
