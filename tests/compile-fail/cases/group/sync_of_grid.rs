// A plain grid has no barrier: its blocks need not be resident together.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid) {
    grid.sync();
}

fn main() {}
