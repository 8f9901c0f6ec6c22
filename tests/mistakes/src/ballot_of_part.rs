//! The bits of a ballot are read as lanes of the warp, though the group has fewer threads.

use phalanx::prelude::*;

use crate::stream;

/// Gives each large element a place in `y`, with one addition to the counter for all of a warp.
#[group_kernel]
pub fn append(block: ThreadBlock<32>, x: &[u32], limit: u32, count: &Atomic<u32>, y: &mut [u32]) {
    let lane = block.thread_rank();
    let base = block.shared::<u32>();
    if x[lane] > limit {
        let active = coalesced_threads();
        let all = active.ballot(true);
        if lane == all.trailing_zeros() as usize {
            *base = count.fetch_add(all.count_ones(), Relaxed);
        }
        active.sync();
        y[*base as usize + active.thread_rank()] = x[lane];
    }
}

/// One warp; the first elements are not large.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x: Vec<u32> = (0..32).collect();
    let x = stream.upload(&x)?;
    let (mut count, mut y) = (stream.zeros::<u32>(1)?, stream.zeros::<u32>(32)?);
    append::launch(&stream, Launch::blocks(1), &x, 11, &mut count, &mut y)
}
