//! The tile that a body cuts is larger than the block.

use phalanx::prelude::*;

use crate::stream;

/// The sum of each warp's numbers.
#[group_kernel]
pub fn warp_sums(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let warp = block.tiled_partition::<32>();
    let sum = warp.reduce(x[block.thread_rank()], Plus);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

/// Half a warp.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 16])?;
    let mut out = stream.zeros::<f32>(1)?;
    warp_sums::launch(&stream, Launch::blocks(1).threads(16), &x, &mut out)
}
