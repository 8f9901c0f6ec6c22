// 300 is no `u8`, and wrapping it silently would be wrong.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let m: u8 = 300;
    y[0] = m as f32;
}

fn main() {}
