// Rust leaves the layout of a tuple open, so host and device would read different bytes.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, pairs: &mut [(u8, u32)]) {
    pairs[grid.thread_rank()].1 = 0;
}

fn main() {}
