//! All threads write the same value to one place.

use phalanx::prelude::*;

use crate::stream;

/// Whether any number is large.
#[group_kernel]
pub fn any_large(grid: Grid, x: &[u32], limit: u32, found: &mut [u32]) {
    if x[grid.thread_rank()] > limit {
        found[0] = 1;
    }
}

/// Two blocks.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[9_u32; 64])?;
    let mut found = stream.zeros::<u32>(1)?;
    any_large::launch(&stream, Launch::blocks(2).threads(32), &x, 5, &mut found)
}
