// A step of 0 goes nowhere; Rust panics, here it is seen earlier.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for i in (0..n).step_by(0) {
        y[0] = i as f32;
    }
}

fn main() {}
