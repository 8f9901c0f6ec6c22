// A plain function has no device code.

#![allow(unused)]

use phalanx::prelude::*;

fn f(x: &[f32]) -> f32 {
    x[0]
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = f(x);
}

fn main() {}
