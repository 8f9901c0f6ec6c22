// Patterns copy values.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let ref v = x[0];
    y[0] = *v;
}

fn main() {}
