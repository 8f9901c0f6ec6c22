// After this the sum is in lane 0 alone, and each thread decides by its own.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[f32], limit: f32, y: &mut [f32]) {
    let warp = block.tiled_partition::<32>();
    let mut sum = x[block.thread_rank()];
    let mut step = 16;
    while step > 0 {
        sum += warp.shfl_down(sum, step);
        step /= 2;
    }
    if sum > limit {
        y[warp.thread_rank()] = warp.shfl(x[warp.thread_rank()] / sum, 0);
    }
}

fn main() {}
