// A condition is a `bool`; C++ would take the number.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    if n {
        y[0] = 0.0;
    }
}

fn main() {}
