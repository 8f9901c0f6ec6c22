// CUDA has no portable 128-bit integers.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, sums: &mut [i128]) {
    sums[grid.thread_rank()] = sums[0];
}

fn main() {}
