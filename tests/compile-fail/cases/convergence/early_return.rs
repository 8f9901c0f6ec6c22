// The threads beyond the end have left before the reduction.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(grid: Grid, block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let warp = block.tiled_partition::<32>();
    let i = grid.thread_rank();
    if i >= x.len() {
        return;
    }
    let sum = warp.reduce(x[i], Plus);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

fn main() {}
