//! A shuffle names a lane that the tile does not have.

use phalanx::prelude::*;

use crate::stream;

/// The differences of neighbours.
#[group_kernel]
pub fn differences(tile: ThreadBlockTile<8>, x: &[f32], y: &mut [f32]) {
    let v = x[tile.thread_rank()];
    y[tile.thread_rank()] = tile.shfl(v, tile.thread_rank() + 1) - v;
}

/// One tile.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|properties| properties.strict_lanes = true)?;
    let x = stream.upload(&[1.0_f32; 8])?;
    let mut y = stream.zeros::<f32>(8)?;
    differences::launch(&stream, Launch::blocks(1).threads(8), &x, &mut y)
}
