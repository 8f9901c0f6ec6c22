// Each warp has its own number of parts, and the block has one barrier for all of them.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, parts: &[u32], x: &[f32], y: &mut [f32]) {
    let warp = block.tiled_partition::<32>();
    for part in 0..parts[warp.meta_group_rank()] as usize {
        let sum = warp.reduce(x[part * 32 + warp.thread_rank()], Plus);
        if warp.thread_rank() == 0 {
            y[warp.meta_group_rank()] += sum;
        }
        block.sync();
    }
}

fn main() {}
