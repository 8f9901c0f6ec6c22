// A ballot has a bit for each thread, and a warp has 32.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let tile = block.tiled_partition::<64>();
    y[tile.meta_group_rank()] = tile.ballot(x[block.thread_rank()] > 5);
}

fn main() {}
