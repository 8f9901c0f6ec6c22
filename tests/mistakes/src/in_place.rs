//! Threads read their neighbours' elements while those are written.

use phalanx::prelude::*;

use crate::stream;

/// Running sums of 64 numbers.
#[group_kernel]
pub fn scan(block: ThreadBlock<64>, y: &mut [u32]) {
    let r = block.thread_rank();
    let mut step = 1;
    while step < 64 {
        if r >= step {
            y[r] += y[r - step];
        }
        block.sync();
        step *= 2;
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.upload(&[1_u32; 64])?;
    scan::launch(&stream, Launch::blocks(1), &mut y)
}
