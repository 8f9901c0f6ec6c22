// Without the derive nobody has seen that the struct is plain data of a fixed layout.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy)]
struct Params {
    scale: f32,
}

#[group_kernel]
fn kernel(grid: Grid, params: Params, y: &mut [f32]) {
    y[grid.thread_rank()] = params.scale;
}

fn main() {}
