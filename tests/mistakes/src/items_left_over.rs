//! The grid is as large as the device holds, and the kernel does one item a thread.

use phalanx::prelude::*;

use crate::stream;

/// Marks the items that were reached.
#[group_kernel]
pub fn mark(grid: CooperativeGrid, y: &mut [u32]) {
    let i = grid.thread_rank();
    if i < y.len() {
        y[i] = 1;
    }
    grid.sync();
}

/// How many of 1000 items the kernel reaches.
///
/// # Errors
///
/// None that a test expects.
pub fn reached() -> Result<u32, Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(1000)?;
    mark::launch(&stream, Cooperative::fill().threads(32), &mut y)?;
    Ok(stream.download(&y)?.iter().sum())
}
