// A kernel is the owner of its groups; only device functions borrow them.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: &ThreadBlock, x: &mut [f32]) {
    x[block.thread_rank()] = 0.0;
}

fn main() {}
