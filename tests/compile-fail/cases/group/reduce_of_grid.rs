// A grid has no reduction; its blocks have.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, x: &[f32], y: &mut [f32]) {
    y[0] = grid.reduce(x[0], Plus);
}

fn main() {}
