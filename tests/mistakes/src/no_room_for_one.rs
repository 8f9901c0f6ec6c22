//! The grid is as large as the device holds, and the device holds no block of this kernel.

use phalanx::prelude::*;

use crate::stream;

/// Turns `y` round, through shared memory.
#[group_kernel]
pub fn reverse(grid: CooperativeGrid, block: ThreadBlock, #[shared] s: &mut [f32], y: &mut [f32]) {
    let (i, r) = (grid.thread_rank(), block.thread_rank());
    s[r] = y[i];
    grid.sync();
    y[grid.num_threads() - 1 - i] = s[r];
}

/// Blocks of 1024 threads, on multiprocessors that hold 512.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|properties| properties.max_threads_per_multiprocessor = 512)?;
    let mut y = stream.zeros::<f32>(1024)?;
    reverse::launch(&stream, Cooperative::fill().threads(1024), 1024, &mut y)
}
