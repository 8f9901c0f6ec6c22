// Raw pointers have no bounds and no memory space.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, y: &mut [f32], p: *const f32) {
    y[0] = 0.0;
}

fn main() {}
