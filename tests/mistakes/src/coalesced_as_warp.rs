//! A coalesced group is taken for a whole warp.

use phalanx::prelude::*;

use crate::stream;

/// Numbers the large elements of each warp, and says how many there are.
#[group_kernel]
pub fn number(block: ThreadBlock, x: &[u32], limit: u32, y: &mut [u32]) {
    let r = block.thread_rank();
    if x[r] > limit {
        let active = coalesced_threads();
        let place = active.inclusive_scan(1_u32, Plus);
        y[r] = place * 100 + active.shfl(place, 31);
    }
}

/// One warp, 20 of whose elements are large.
///
/// # Errors
///
/// The one that the test expects.
pub fn run() -> Result<(), Error> {
    let stream = stream(|properties| properties.strict_lanes = true)?;
    let x: Vec<u32> = (0..32).collect();
    let x = stream.upload(&x)?;
    let mut y = stream.zeros::<u32>(32)?;
    number::launch(&stream, Launch::blocks(1).threads(32), &x, 11, &mut y)
}
