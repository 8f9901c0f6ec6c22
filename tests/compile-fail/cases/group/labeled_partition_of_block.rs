// A block is cut into tiles first.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, v: u32) {
    let part = block.labeled_partition(v);
}

fn main() {}
