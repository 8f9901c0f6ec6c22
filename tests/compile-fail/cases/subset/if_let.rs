// `Option` is not in the language, and `match` does the rest.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    if let 3 = n {
        y[0] = 0.0;
    }
}

fn main() {}
