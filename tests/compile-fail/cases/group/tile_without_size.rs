// The size of a tile is part of its type.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let tile = block.tiled_partition();
    tile.sync();
}

fn main() {}
