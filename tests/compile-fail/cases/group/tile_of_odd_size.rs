// Warps are cut by powers of two.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let tile = block.tiled_partition::<24>();
    tile.sync();
}

fn main() {}
