// What is loaded is named by its place.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, y: &mut [f32], v: f32) {
    y[0] = block.load_uniform(v);
}

fn main() {}
