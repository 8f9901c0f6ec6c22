//! Shared memory is read that no thread has written.

use phalanx::prelude::*;

use crate::stream;

/// The sum of each number and its right neighbour, in blocks of 32.
#[group_kernel]
pub fn pairs(grid: Grid, block: ThreadBlock<32>, x: &[f32], y: &mut [f32]) {
    let (i, r) = (grid.thread_rank(), block.thread_rank());
    let s = block.shared::<[f32; 32]>();
    if i < x.len() {
        s[r] = x[i];
    }
    block.sync();
    if i < x.len() && r < 31 {
        y[i] = s[r] + s[r + 1];
    }
}

/// 40 numbers in two blocks: the second is not full.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 40])?;
    let mut y = stream.zeros::<f32>(40)?;
    pairs::launch(&stream, Launch::blocks(2), &x, &mut y)
}
