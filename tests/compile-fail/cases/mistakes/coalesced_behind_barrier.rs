// Those who were together before a barrier that only some turns have are taken to be together after it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock<64>, n: usize, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = 0;
    for i in 0..n {
        let active = coalesced_threads();
        if i % 4 == 0 {
            block.sync();
        }
        s[r] += active.reduce(x[i * 64 + r], Max);
    }
    y[r] = s[r];
}

fn main() {}
