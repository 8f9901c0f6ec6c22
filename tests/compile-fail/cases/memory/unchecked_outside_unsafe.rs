// Rust's rule: an access that nobody checks is `unsafe`.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = *x.get_unchecked(0);
}

fn main() {}
