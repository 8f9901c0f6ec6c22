// Cutting a block into tiles is a collective on the block.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock) {
    if block.thread_rank() < 32 {
        let warp = block.tiled_partition::<32>();
        warp.sync();
    }
}

fn main() {}
