// `!` is of `bool` and of bits.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = !x[0];
}

fn main() {}
