// Shared memory belongs to the block.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>) {
    let buffer = tile.shared::<[f32; 32]>();
    buffer[0] = 0.0;
}

fn main() {}
