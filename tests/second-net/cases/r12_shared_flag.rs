// Another thread may write between the loads of two.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn shared_memory(b: ThreadBlock) {
    let flag = b.shared::<[u32; 1]>();
    if b.thread_rank() == 0 {
        flag[0] = 1;
    }
    b.sync();
    if flag[0] > 0 {
        b.sync();
    }
}

#[group_kernel]
pub fn global_memory(b: ThreadBlock, flag: &mut [u32], count: &Atomic<u32>) {
    if flag[0] > 0 {
        b.sync();
    }
    if count.load(Relaxed) > 0 {
        b.sync();
    }
}

fn main() {}
