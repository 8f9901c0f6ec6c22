// Threads of different warps have no shuffle.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = block.shfl(x[0], 3);
}

fn main() {}
