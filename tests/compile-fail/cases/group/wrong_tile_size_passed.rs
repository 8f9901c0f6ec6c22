// The function was written for tiles of 32.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn sum(tile: &ThreadBlockTile<32>, v: f32) -> f32 {
    tile.reduce(v, Plus)
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let tile = block.tiled_partition::<16>();
    y[0] = sum(&tile, x[0]);
}

fn main() {}
