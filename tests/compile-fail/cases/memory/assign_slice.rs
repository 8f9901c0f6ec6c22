// A slice has no size of its own, so it is not assigned as a whole.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[..4] = x[..4];
}

fn main() {}
