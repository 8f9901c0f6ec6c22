// Two call sites are two barriers: the threads of one arm would wait at one, those of the other at the other.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock) {
    if block.thread_rank() % 2 == 0 {
        block.sync();
    } else {
        block.sync();
    }
}

fn main() {}
