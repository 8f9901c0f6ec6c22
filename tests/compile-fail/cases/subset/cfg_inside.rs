// A function is compiled whole or not at all.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    #[cfg(debug_assertions)]
    let v = 1.0;
    y[0] = x[0];
}

fn main() {}
