// Cutting a group into parts is a call on the group.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn tiles(b: ThreadBlock) {
    let w = b.tiled_partition::<32>();
    if b.thread_rank() < 32 {
        let whole = b.tiled_partition::<32>();
        whole.sync();
    }
    if w.thread_rank() < 16 {
        let half = w.tiled_partition::<16>();
        half.sync();
    }
}

#[group_kernel]
pub fn parts(b: ThreadBlock) {
    let w = b.tiled_partition::<32>();
    let r = w.thread_rank();
    if r < 16 {
        let c = w.binary_partition(r < 3);
        c.sync();
        let l = w.labeled_partition(r as u32);
        l.sync();
    }
}

fn main() {}
