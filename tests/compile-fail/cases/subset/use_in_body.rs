// The names of a body are those of its module.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    use std::f32::consts::PI;
    y[0] = PI;
}

fn main() {}
