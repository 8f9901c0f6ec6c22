// A block was not cut out of another group.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[block.meta_group_rank()] = 0.0;
}

fn main() {}
