// The size of a tile must be known when compiling.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let size = n as usize;
    let tile = block.tiled_partition::<{ size }>();
    tile.sync();
}

fn main() {}
