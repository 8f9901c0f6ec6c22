// Passing a group is a collective: all threads of the block must make the call.

use phalanx::prelude::*;

#[device_fn]
fn meet(block: &ThreadBlock) {
    block.sync();
}

#[group_kernel]
pub fn kernel(block: ThreadBlock) {
    if block.thread_rank() < 32 {
        meet(&block);
    }
}

fn main() {}
