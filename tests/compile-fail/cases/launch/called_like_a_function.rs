// The name of a kernel is a type: the host launches it.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, n: u32, x: &[f32], y: &mut [f32]) {
    y[grid.thread_rank()] = x[n as usize];
}

fn launch(x: &[f32], y: &mut [f32]) {
    kernel(1, x, y);
}

fn main() {}
