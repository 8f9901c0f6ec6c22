//! A relaxed flag says that data is ready.

use phalanx::prelude::*;

use crate::stream;

/// The first block writes, the second waits for it and reads.
#[group_kernel]
pub fn pass_on(grid: Grid, data: &mut [u32], ready: &Atomic<u32>) {
    if grid.thread_rank() == 0 {
        data[0] = 42;
        ready.store(1, Relaxed);
    } else {
        while ready.load(Relaxed) == 0 {}
        data[1] = data[0];
    }
}

/// Two blocks of one thread.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let (mut data, mut ready) = (stream.zeros::<u32>(2)?, stream.zeros::<u32>(1)?);
    pass_on::launch(&stream, Launch::blocks(2).threads(1), &mut data, &mut ready)
}
