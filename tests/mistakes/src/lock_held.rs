//! A thread waits for the others of its block while it holds the lock that they wait for.

use phalanx::prelude::*;

use crate::stream;

/// Counts the threads one by one.
#[group_kernel]
pub fn count(block: ThreadBlock, lock: &Atomic<u32>, y: &mut [u32]) {
    while lock.compare_and_swap(0, 1, Acquire) != 0 {}
    y[0] += 1;
    block.sync();
    lock.store(0, Release);
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let (mut lock, mut y) = (stream.zeros::<u32>(1)?, stream.zeros::<u32>(1)?);
    count::launch(&stream, Launch::blocks(1).threads(8), &mut lock, &mut y)
}
