//! The threads of a warp are taken to run in lockstep.

use phalanx::prelude::*;

use crate::stream;

/// Sums 64 numbers: a tree in shared memory, its last levels within one warp.
#[group_kernel]
pub fn sum(block: ThreadBlock<64>, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = x[r];
    block.sync();
    let mut step = 32;
    while step > 0 {
        if r < step {
            s[r] += s[r + step];
        }
        step /= 2;
    }
    if r == 0 {
        y[0] = s[0];
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1_u32; 64])?;
    let mut y = stream.zeros::<u32>(1)?;
    sum::launch(&stream, Launch::blocks(1), &x, &mut y)
}
