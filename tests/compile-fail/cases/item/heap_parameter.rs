// A `Vec` owns host memory, which a GPU cannot reach.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, x: Vec<f32>) {
    let n = x;
}

fn main() {}
