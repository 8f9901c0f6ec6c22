// Both branches of an `if` are one value, of one type.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = if n > 0 { 1.0f32 } else { 2 };
    y[0] = v;
}

fn main() {}
