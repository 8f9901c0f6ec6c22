// The sum of a warp, asked of those of its threads that happen to be here.

use phalanx::prelude::*;

#[device_fn]
fn warp_sum(warp: &ThreadBlockTile<32>, v: f32) -> f32 {
    warp.reduce(v, Plus)
}

#[group_kernel]
pub fn kernel(grid: Grid, x: &[f32], y: &mut [f32]) {
    let i = grid.thread_rank();
    if i < x.len() {
        let active = coalesced_threads();
        y[i] = warp_sum(&active, x[i]);
    }
}

fn main() {}
