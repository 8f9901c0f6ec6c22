// Patterns copy values, and a slice is none.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let [a, b] = [x[0], x[1]];
    y[0] = a + b;
}

fn main() {}
