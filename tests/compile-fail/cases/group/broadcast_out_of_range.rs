// The tile has no such rank.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, y: &mut [f32], v: f32) {
    y[0] = tile.broadcast(v, 32);
}

fn main() {}
