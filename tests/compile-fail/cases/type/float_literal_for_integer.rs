// `1.0` is no integer.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let m: i32 = 1.0;
    y[0] = (m + n) as f32;
}

fn main() {}
