// Each thread takes its own number of turns.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, n: usize) {
    for _ in block.thread_rank()..n {
        block.sync();
    }
}

fn main() {}
