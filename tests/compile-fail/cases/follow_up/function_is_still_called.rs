// The refused function is refused once: its callers cause no more errors.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn mean(x: &[f32], n: u32) -> f32 {
    let v = vec![0.0];
    x[0] / n as f32
}

#[group_kernel]
fn kernel(grid: Grid, x: &[f32], y: &mut [f32]) {
    y[grid.thread_rank()] = mean(&x[1..], 2);
}

fn main() {}
