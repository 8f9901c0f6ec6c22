// The function was written for a tile, and cannot run on a block.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn sum(tile: &ThreadBlockTile<32>, v: f32) -> f32 {
    tile.reduce(v, Plus)
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    sum(&block, x[0]);
}

fn main() {}
