// References are not stored in values: a buffer of slices would point into host memory.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, rows: &[&[f32]], y: &mut [f32]) {
    y[grid.thread_rank()] = rows[0][0];
}

fn main() {}
