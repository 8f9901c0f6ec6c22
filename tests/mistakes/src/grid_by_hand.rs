//! A barrier of the grid, made from an atomic, and more blocks than are resident.

use phalanx::prelude::*;

use crate::stream;

/// Two steps, the second after all of the first.
#[group_kernel]
pub fn smooth(
    grid: Grid,
    block: ThreadBlock,
    arrived: &Atomic<u32>,
    x: &[f32],
    y: &mut [f32],
    z: &mut [f32],
) {
    let (i, n) = (grid.thread_rank(), x.len());
    y[i] = (x[i] + x[(i + 1) % n]) / 2.0;
    block.sync();
    if block.thread_rank() == 0 {
        arrived.fetch_add(1, AcqRel);
        while arrived.load(Acquire) < grid.num_blocks() as u32 {}
    }
    block.sync();
    z[i] = (y[i] + y[(i + 1) % n]) / 2.0;
}

/// 16 blocks, on a device that holds 8.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 512])?;
    let (mut y, mut z) = (stream.zeros::<f32>(512)?, stream.zeros::<f32>(512)?);
    let mut arrived = stream.zeros::<u32>(1)?;
    let launch = Launch::blocks(16).threads(32);
    smooth::launch(&stream, launch, &mut arrived, &x, &mut y, &mut z)
}
