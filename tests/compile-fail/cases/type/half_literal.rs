// The half types are structs to Rust and have no literals.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let h: f16 = 1.5;
    y[0] = h.to_f32();
}

fn main() {}
