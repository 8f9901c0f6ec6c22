// The operation takes one value and one operator.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, y: &mut [f32]) {
    y[0] = tile.reduce(y[0], Plus, 3);
}

fn main() {}
