// The length of dynamic shared memory is an argument of the launch, so it must be a slice.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, #[shared] buffer: &mut [f32; 64]) {
    buffer[block.thread_rank()] = 0.0;
}

fn main() {}
