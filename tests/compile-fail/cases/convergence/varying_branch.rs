// Only the first 16 threads enter the branch: the barrier would wait for the others for ever.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, y: &mut [u32]) {
    let r = block.thread_rank();
    let low = r < 16;
    if low {
        block.sync();
    }
    y[r] = 1;
}

fn main() {}
