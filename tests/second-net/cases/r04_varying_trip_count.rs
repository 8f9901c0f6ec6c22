// Threads make different numbers of turns, so that some miss calls of the later ones.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn in_the_body(b: ThreadBlock, data: &[u32]) {
    let w = b.tiled_partition::<32>();
    let mut i = b.thread_rank();
    while data[i] != 0 {
        i += 1;
        w.sync();
    }
}

#[group_kernel]
pub fn in_the_condition(b: ThreadBlock, data: &[u32]) {
    let mut i = b.thread_rank();
    while data[i] != 0 && b.any(i < 8) {
        i += 1;
    }
}

fn main() {}
