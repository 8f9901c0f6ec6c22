// A GPU thread has no executor.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = x.await;
    y[0] = 0.0;
}

fn main() {}
