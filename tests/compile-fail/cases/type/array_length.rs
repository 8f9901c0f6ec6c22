// The arrays have different lengths.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let mut a = [1.0, 2.0];
    a = [x[0], x[1], x[2]];
    y[0] = a[0];
}

fn main() {}
