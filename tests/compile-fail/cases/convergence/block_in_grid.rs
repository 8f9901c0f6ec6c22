// The trip count is equal in a block, but not in the grid whose barrier it governs.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(grid: CooperativeGrid, lens: &[u32]) {
    for _ in 0..lens[grid.block_rank()] {
        grid.sync();
    }
}

fn main() {}
