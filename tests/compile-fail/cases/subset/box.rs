// There is no heap on the GPU.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = Box::new(x[0]);
    y[0] = 0.0;
}

fn main() {}
