// An atomic is written with an ordering.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, counts: &[Atomic<u32>]) {
    counts[0] = 1;
}

fn main() {}
