// Each thread has its own bounds.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn bounds(b: ThreadBlock, n: usize) {
    for _ in b.thread_rank()..n {
        b.sync();
    }
}

#[group_kernel]
pub fn share_of_a_range(b: ThreadBlock, n: usize) {
    let w = b.tiled_partition::<32>();
    for _ in b.stride(0..n) {
        w.sync();
    }
}

fn main() {}
