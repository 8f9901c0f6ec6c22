// A reduction is by an operator that the hardware or the library knows.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, x: &[f32], y: &mut [f32]) {
    y[0] = tile.reduce(x[0], |a, b| a + b);
}

fn main() {}
