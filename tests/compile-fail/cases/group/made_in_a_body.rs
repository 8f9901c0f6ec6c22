// Groups that exist when a kernel starts are parameters, so that they are never made in a divergent
// place.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let grid = Grid::new();
    y[0] = 1.0;
}

fn main() {}
