// A tuple is not indexed: its parts may have different types.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let t = (x[0], x[1]);
    y[0] = t[0];
}

fn main() {}
