// A plain grid exchanges nothing.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, y: &mut [f32], v: f32) {
    y[0] = grid.broadcast(v, 0);
}

fn main() {}
