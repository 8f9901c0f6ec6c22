// A GPU's stack is fixed when the kernel is compiled.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn fact(n: i32) -> f32 {
    if n < 2 { 1.0 } else { n as f32 * fact(n - 1) }
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = fact(n);
}

fn main() {}
