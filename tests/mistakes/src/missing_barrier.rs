//! A thread reads what another one writes to shared memory, with no barrier between.

use phalanx::prelude::*;

use crate::stream;

/// What each number adds to the one before it.
#[group_kernel]
pub fn differences(block: ThreadBlock<256>, x: &[f32], y: &mut [f32]) {
    let r = block.thread_rank();
    let s = block.shared::<[f32; 256]>();
    s[r] = x[r];
    y[r] = if r > 0 { s[r] - s[r - 1] } else { s[0] };
}

/// One block.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[7.0_f32; 256])?;
    let mut y = stream.zeros::<f32>(256)?;
    differences::launch(&stream, Launch::blocks(1), &x, &mut y)
}
