// A `char` has invalid bit patterns that a device could write.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, letters: &mut [char]) {
    letters[grid.thread_rank()] = letters[0];
}

fn main() {}
