// A coalesced group has gaps, so a thread's partner may not exist.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let active = coalesced_threads();
    y[0] = active.shfl_xor(x[0], 1);
}

fn main() {}
