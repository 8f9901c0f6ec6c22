//! An atomic counter is read before all have counted.

use phalanx::prelude::*;

use crate::stream;

/// Counts the large numbers.
#[group_kernel]
pub fn count(block: ThreadBlock, x: &[u32], limit: u32, large: &Atomic<u32>, y: &mut [u32]) {
    if x[block.thread_rank()] > limit {
        large.fetch_add(1, Relaxed);
    }
    if block.thread_rank() == 0 {
        y[0] = large.load(Relaxed);
    }
}

/// What the kernel counts of 32.
///
/// # Errors
///
/// None that a test expects.
pub fn counted() -> Result<u32, Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[9_u32; 32])?;
    let (mut large, mut y) = (stream.zeros::<u32>(1)?, stream.zeros::<u32>(1)?);
    let launch = Launch::blocks(1).threads(32);
    count::launch(&stream, launch, &x, 5, &mut large, &mut y)?;
    Ok(stream.download(&y)?[0])
}
