// A part is not larger than the whole.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<8>) {
    let larger = tile.tiled_partition::<16>();
    larger.sync();
}

fn main() {}
