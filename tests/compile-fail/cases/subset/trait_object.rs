// Calls are resolved when compiling.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn f(v: &dyn Shape) -> f32 {
    0.0
}

trait Shape {}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = f(&x[0]);
}

fn main() {}
