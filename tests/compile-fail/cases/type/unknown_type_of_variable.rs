// Nothing says what the variable is.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v;
    y[0] = 0.0;
}

fn main() {}
