//! A block asks for more shared memory than it may have.

use phalanx::prelude::*;

use crate::stream;

/// Counts how often each value occurs.
#[group_kernel]
pub fn histogram(block: ThreadBlock, #[shared] bins: &mut [u32], y: &mut [u32]) {
    for i in block.stride(0..bins.len()) {
        bins[i] = 0;
        y[i] = bins[i];
    }
}

/// 16384 bins of 4 bytes.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(16384)?;
    histogram::launch(&stream, Launch::blocks(1).threads(256), 16384, &mut y)
}
