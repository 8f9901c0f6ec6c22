// A loop ends when a flag in shared memory says so, which some threads may read before it is set.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, next: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let changed = block.shared::<u32>();
    *changed = 1;
    while *changed == 1 {
        block.sync();
        *changed = 0;
        block.sync();
        let label = y[next[r] as usize];
        if label < y[r] {
            y[r] = label;
            *changed = 1;
        }
        block.sync();
    }
}

fn main() {}
