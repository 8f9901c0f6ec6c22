// `a < b < c` compares a `bool` with a number.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    if 0 < (n < 3) {
        y[0] = 0.0;
    }
}

fn main() {}
