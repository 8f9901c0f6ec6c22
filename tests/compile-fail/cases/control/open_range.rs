// A `for` needs an end.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for i in 0.. {
        y[i] = 0.0;
    }
}

fn main() {}
