//! The input is empty, so that the grid has no blocks.

use phalanx::prelude::*;

use crate::stream;

/// Doubles each number.
#[group_kernel]
pub fn double(grid: Grid, y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] *= 2.0;
    }
}

/// A thread for each of no numbers.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<f32>(0)?;
    double::launch(&stream, Launch::cover(0).threads(256), &mut y)
}
