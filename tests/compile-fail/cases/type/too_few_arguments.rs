// The function takes two values.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn f(a: f32, b: f32) -> f32 {
    a + b
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = f(x[0]);
}

fn main() {}
