//! The last block to finish reads what the others wrote, and nothing makes it visible.

use phalanx::prelude::*;

use crate::stream;

/// Sums `x`: each block its part, and the last block to come the parts.
#[group_kernel]
pub fn total(
    grid: Grid,
    block: ThreadBlock,
    x: &[f32],
    parts: &mut [f32],
    done: &Atomic<u32>,
    y: &mut [f32],
) {
    let part = block.reduce(x[grid.thread_rank()], Plus);
    if block.thread_rank() == 0 {
        parts[grid.block_rank()] = part;
        if done.fetch_add(1, Relaxed) as usize == grid.num_blocks() - 1 {
            for b in 0..grid.num_blocks() {
                y[0] += parts[b];
            }
        }
    }
}

/// Four blocks.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 128])?;
    let (mut parts, mut y) = (stream.zeros::<f32>(4)?, stream.zeros::<f32>(1)?);
    let mut done = stream.zeros::<u32>(1)?;
    let launch = Launch::blocks(4).threads(32);
    total::launch(&stream, launch, &x, &mut parts, &mut done, &mut y)
}
