// A range is where it is used, not a value.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let r = 0..n;
    y[0] = 0.0;
}

fn main() {}
