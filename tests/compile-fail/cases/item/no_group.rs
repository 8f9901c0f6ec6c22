// The groups of the signature decide how a kernel is launched, so there must be one.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(x: &mut [f32], n: usize) {
    x[0] = n as f32;
}

fn main() {}
