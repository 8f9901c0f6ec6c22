// The call comes before the way out, but in the next turn those who left miss it.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn breaks(b: ThreadBlock, k: usize) {
    let w = b.tiled_partition::<32>();
    let r = w.thread_rank();
    let mut j = 0;
    loop {
        w.sync();
        if r == k + j {
            break;
        }
        j += 1;
    }
}

#[group_kernel]
pub fn continues(b: ThreadBlock, n: usize) {
    for j in 0..n {
        if j == b.thread_rank() {
            continue;
        }
        b.sync();
    }
}

#[group_kernel]
pub fn breaks_the_outer_loop(b: ThreadBlock, n: usize) {
    'outer: for i in 0..n {
        b.sync();
        for j in 0..n {
            if j == b.thread_rank() + i {
                break 'outer;
            }
        }
    }
}

fn main() {}
