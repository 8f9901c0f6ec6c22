// A block has no reduction yet; its tiles have.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = block.reduce(x[0], Plus);
}

fn main() {}
