// A `for` may end by itself, and then has no value.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = for i in 0..n {
        break x[0];
    };
    y[0] = 0.0;
}

fn main() {}
