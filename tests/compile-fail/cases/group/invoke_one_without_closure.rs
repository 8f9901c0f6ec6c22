// What one thread does is written as a closure.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, v: f32) {
    block.invoke_one(v);
}

fn main() {}
