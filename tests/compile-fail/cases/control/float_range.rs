// Floats are not counted through.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for v in 0.0..1.0 {
        y[0] = v;
    }
}

fn main() {}
