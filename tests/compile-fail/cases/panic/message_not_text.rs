// The text of a message is known when compiling.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    assert!(n > 0, n);
}

fn main() {}
