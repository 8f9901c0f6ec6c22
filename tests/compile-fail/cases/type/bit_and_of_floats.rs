// Floats have no bit operations.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = x[0] & x[1];
}

fn main() {}
