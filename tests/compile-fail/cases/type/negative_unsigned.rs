// An unsigned number has no sign.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let a = 3u32;
    y[0] = (-a) as f32;
}

fn main() {}
