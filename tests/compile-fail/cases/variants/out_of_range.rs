// 300 is no `u8`.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [3, 300]))]
fn kernel<const N: u8>(grid: Grid, y: &mut [u8]) {
    y[grid.thread_rank()] = N;
}

fn main() {}
