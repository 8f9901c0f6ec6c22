// A parameter is an argument of the launch and needs a name.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, (a, b): (u32, u32), y: &mut [u32]) {
    y[grid.thread_rank()] = a + b;
}

fn main() {}
