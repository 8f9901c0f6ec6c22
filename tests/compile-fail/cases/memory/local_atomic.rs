// An atomic of one thread would be shared with nobody.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let c: Atomic<u32> = 0;
}

fn main() {}
