// Rust's rule: a variable that changes says so.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = x[0];
    v = 2.0;
    y[0] = v;
}

fn main() {}
