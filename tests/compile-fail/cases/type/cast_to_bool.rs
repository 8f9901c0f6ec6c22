// Rust has no cast to `bool`, and a number has many ways to be true.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let b = n as bool;
    if b {
        y[0] = 0.0;
    }
}

fn main() {}
