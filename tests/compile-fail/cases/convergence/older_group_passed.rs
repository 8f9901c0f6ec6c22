// The function may wait on the one group and then on the other, and threads of the younger one may be in
// different turns of the loop.

use phalanx::prelude::*;

#[device_fn]
fn both(block: &ThreadBlock, active: &CoalescedGroup, turn: Uniform<ThreadBlock, u32>) {
    if turn != 1 {
        block.sync();
    }
    active.sync();
}

#[group_kernel]
pub fn kernel(block: ThreadBlock, n: u32) {
    for turn in 0..n {
        let active = coalesced_threads();
        both(&block, &active, turn);
    }
}

fn main() {}
