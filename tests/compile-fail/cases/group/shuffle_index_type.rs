// A rank is a `usize`, as all ranks are.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, y: &mut [f32], n: i32) {
    y[0] = tile.shfl(y[0], n);
}

fn main() {}
