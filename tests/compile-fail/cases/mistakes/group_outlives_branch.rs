// The threads that were together in a branch need not be together after it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[u32], count: &Atomic<u32>) {
    let found = x[block.thread_rank()] > 5;
    let group = if found { coalesced_threads() } else { coalesced_threads() };
    block.sync();
    if found && group.thread_rank() == 0 {
        count.fetch_add(group.num_threads() as u32, Relaxed);
    }
}

fn main() {}
