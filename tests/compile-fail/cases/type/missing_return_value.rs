// The function promises a value on every path.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn f(n: i32) -> f32 {
    if n > 0 {
        return 1.0;
    }
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = f(n);
}

fn main() {}
