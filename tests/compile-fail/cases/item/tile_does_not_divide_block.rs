// A block of 48 threads cannot be cut into tiles of 32.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock<48>, tile: ThreadBlockTile<32>) {
    block.sync();
    tile.sync();
}

fn main() {}
