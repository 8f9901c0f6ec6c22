// Each block reads for itself whether the grid goes on, while others already write it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(grid: CooperativeGrid, x: &mut [f32], error: &mut [f32]) {
    let i = grid.thread_rank();
    while error[0] > 0.001 {
        x[i] = x[i] / 2.0;
        grid.sync();
        if i == 0 {
            error[0] = x[0];
        }
        grid.sync();
    }
}

fn main() {}
