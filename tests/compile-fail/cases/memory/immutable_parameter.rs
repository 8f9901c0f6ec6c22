// Rust's rule: a parameter that changes says so.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    n = 3;
    y[0] = n as f32;
}

fn main() {}
