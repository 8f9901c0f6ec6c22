// Calls are resolved when compiling.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], f: fn(f32) -> f32) {
    y[0] = x[0];
}

fn main() {}
