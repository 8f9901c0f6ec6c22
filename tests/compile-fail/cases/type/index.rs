// An index is a `usize`, as all ranks and lengths are.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[n] = 0.0;
}

fn main() {}
