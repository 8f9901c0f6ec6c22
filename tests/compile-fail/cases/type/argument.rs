// The function takes an `f32`.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn f(v: f32) -> f32 {
    v
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = f(n);
}

fn main() {}
