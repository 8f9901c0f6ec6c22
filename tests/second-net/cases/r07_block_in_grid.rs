// Equal in a block, and not in the grid.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn turns(grid: CooperativeGrid, lens: &[usize]) {
    for _ in 0..lens[grid.block_rank()] {
        grid.sync();
    }
}

fn main() {}
