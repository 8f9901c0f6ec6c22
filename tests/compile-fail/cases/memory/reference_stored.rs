// References are not stored in values.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let pair = (x, n);
    y[0] = pair.0[0];
}

fn main() {}
