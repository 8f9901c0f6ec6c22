// The size of static shared memory is part of the program.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let buffer = block.shared();
    buffer[0] = 0.0;
}

fn main() {}
