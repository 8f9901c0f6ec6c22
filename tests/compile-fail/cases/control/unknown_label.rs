// No loop has this label.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for i in 0..n {
        continue 'outer;
    }
}

fn main() {}
