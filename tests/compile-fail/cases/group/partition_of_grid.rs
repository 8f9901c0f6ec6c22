// Tiles are parts of a block.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid) {
    let tile = grid.tiled_partition::<32>();
    tile.sync();
}

fn main() {}
