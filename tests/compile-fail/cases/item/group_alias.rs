// The macro sees one item: behind another name it cannot tell a group from a value.

#![allow(unused)]

use phalanx::prelude::*;

type Block = ThreadBlock<256>;

#[group_kernel]
fn kernel(block: Block, x: &mut [f32]) {
    x[block.thread_rank()] = 0.0;
}

fn main() {}
