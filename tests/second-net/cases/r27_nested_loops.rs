// The outer loop is the same for all threads, the inner one is not.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn nested(b: ThreadBlock, n: usize) {
    let w = b.tiled_partition::<32>();
    for _ in 0..n {
        for _ in 0..w.thread_rank() {
            w.sync();
        }
    }
}

fn main() {}
