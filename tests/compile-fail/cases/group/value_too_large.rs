// A shuffle moves at most 32 bytes.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, x: &[f32], y: &mut [f32]) {
    let values = [x[0]; 16];
    let other = tile.shfl(values, 0);
    y[0] = other[0];
}

fn main() {}
