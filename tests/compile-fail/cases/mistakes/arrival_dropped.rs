// A thread arrives at a barrier and never waits.

use phalanx::prelude::*;

#[group_kernel]
pub fn reverse(block: ThreadBlock<64>, y: &mut [u32]) {
    let (first, r) = (block.group_index().x * 64, block.thread_rank());
    let s = block.shared::<[u32; 64]>();
    s[63 - r] = y[first + r];
    block.sync();
    y[first + r] = s[r];
    let _read = block.arrive();
}

fn main() {}
