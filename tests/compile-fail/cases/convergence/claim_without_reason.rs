// Whoever reads the claim must learn why it holds.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[u32]) {
    // SAFETY: nobody says.
    let flag = unsafe { assume_uniform(&block, x[block.thread_rank()], " ") };
    if flag == 3 {
        block.sync();
    }
}

fn main() {}
