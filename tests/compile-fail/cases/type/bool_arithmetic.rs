// Truth values are not added; C++ would.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let both = (n > 0) + (n > 1);
    y[0] = 1.0;
}

fn main() {}
