// A `let` fits every value.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let (1, v) = (n, x[0]);
    y[0] = v;
}

fn main() {}
