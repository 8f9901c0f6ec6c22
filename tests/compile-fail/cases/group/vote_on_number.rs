// A vote is on a condition.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, y: &mut [f32], n: i32) {
    if tile.any(n) {
        y[0] = 0.0;
    }
}

fn main() {}
