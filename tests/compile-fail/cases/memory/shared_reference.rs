// Shared memory holds values, not references.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let s = block.shared::<&[f32]>();
}

fn main() {}
