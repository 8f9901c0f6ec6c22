// A `match` has an arm for every value.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = match n {
        0 => 1.0,
        1 => 2.0,
    };
}

fn main() {}
