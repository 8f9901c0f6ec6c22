// The blocks that have work synchronise the grid, which all blocks are part of.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(grid: CooperativeGrid, block: ThreadBlock, active: usize, y: &mut [u32]) {
    if block.group_index().x < active {
        y[grid.thread_rank()] = 1;
        grid.sync();
        y[grid.thread_rank()] += y[0];
    }
}

fn main() {}
