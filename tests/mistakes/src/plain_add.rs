//! Many threads add to one place without an atomic.

use phalanx::prelude::*;

use crate::stream;

/// Counts the large numbers.
#[group_kernel]
pub fn count(block: ThreadBlock, x: &[u32], limit: u32, y: &mut [u32]) {
    let large = block.shared::<u32>();
    if block.thread_rank() == 0 {
        *large = 0;
    }
    block.sync();
    if x[block.thread_rank()] > limit {
        *large += 1;
    }
    block.sync();
    if block.thread_rank() == 0 {
        y[0] = *large;
    }
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[9_u32; 32])?;
    let mut y = stream.zeros::<u32>(1)?;
    count::launch(&stream, Launch::blocks(1).threads(32), &x, 5, &mut y)
}
