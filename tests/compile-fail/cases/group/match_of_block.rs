// A mask has 32 bits, and a block may have more threads.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, y: &mut [u32], v: u32) {
    y[0] = block.match_any(v);
}

fn main() {}
