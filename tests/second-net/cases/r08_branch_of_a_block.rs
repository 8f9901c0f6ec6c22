// Whole blocks enter, and not the whole grid.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn first_block(grid: CooperativeGrid) {
    if grid.block_rank() == 0 {
        grid.sync();
    }
}

fn main() {}
