// What lies in shared memory may be changed between the reads of two threads.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock) {
    let flag = block.shared::<[u32; 1]>();
    if block.thread_rank() == 0 {
        flag[0] = 1;
    }
    block.sync();
    if flag[0] > 0 {
        block.sync();
    }
}

fn main() {}
