// The function asks for a float.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn root<T: Float>(v: T) -> T {
    v.sqrt()
}

#[group_kernel]
fn kernel(grid: Grid, y: &mut [i32]) {
    y[grid.thread_rank()] = root(y[0]);
}

fn main() {}
