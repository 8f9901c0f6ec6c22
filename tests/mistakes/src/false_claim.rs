//! A value is claimed to be equal for all threads of a block, and it is not.

use phalanx::prelude::*;

use crate::stream;

/// Halves each block's part of `x` as often as `rounds` says, and adds it up.
#[group_kernel]
pub fn sums(block: ThreadBlock<64>, rounds: &[u32], x: &mut [u32], y: &mut [u32]) {
    let i = block.group_index().x * 64 + block.thread_rank();
    // SAFETY: there is one number for each row of `x`.
    let n = unsafe { assume_uniform(&block, rounds[i / 32], "a row is a block") };
    for _ in 0..n {
        x[i] /= 2;
        y[i] += block.reduce(x[i], Plus);
    }
}

/// A block of two rows.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let rounds = stream.upload(&[3_u32, 2])?;
    let (mut x, mut y) = (stream.upload(&[8_u32; 64])?, stream.zeros::<u32>(64)?);
    sums::launch(&stream, Launch::blocks(1), &rounds, &mut x, &mut y)
}
