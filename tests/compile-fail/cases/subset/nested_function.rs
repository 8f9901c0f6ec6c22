// An item in the body would be invisible to the build script.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    fn double(v: f32) -> f32 {
        v * 2.0
    }
    y[0] = double(x[0]);
}

fn main() {}
