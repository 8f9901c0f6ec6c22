// Functions are not values: a closure is only the argument of a collective.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let double = |v: f32| v * 2.0;
    y[0] = double(x[0]);
}

fn main() {}
