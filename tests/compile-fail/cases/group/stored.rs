// A group belongs to the threads that formed it, so it is not put into data.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let pair = (block, n);
    y[0] = pair.1 as f32;
}

fn main() {}
