// A tile does not know its block's place: the block does.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, y: &mut [f32]) {
    y[tile.group_index().x] = 0.0;
}

fn main() {}
