// In a loop, those who were together before the block's barrier are taken to be together after it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock<64>, n: usize, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    for i in 0..n {
        s[r] = x[i * 64 + r];
        let active = coalesced_threads();
        block.sync();
        y[r] += active.reduce(s[63 - r], Max);
        block.sync();
    }
}

fn main() {}
