// Rust converts no integers silently, and a GPU would hide it.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let a = 1u32;
    y[0] = (a + n) as f32;
}

fn main() {}
