// `match` says the same.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let 3 = n else { return };
    y[0] = 0.0;
}

fn main() {}
