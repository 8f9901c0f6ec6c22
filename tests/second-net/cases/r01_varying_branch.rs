// A branch that only some threads take, its condition written in place or kept before.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn in_place(b: ThreadBlock) {
    if b.thread_rank() < 16 {
        b.sync();
    }
}

#[group_kernel]
pub fn kept(b: ThreadBlock, n: usize) {
    let w = b.tiled_partition::<32>();
    let low = b.thread_rank() < 16;
    let first = low && n > 0;
    if first {
        w.sync();
    }
}

#[group_kernel]
pub fn nested(b: ThreadBlock, n: usize) {
    if b.thread_rank() < 16 {
        if n > 3 {
            b.sync();
        }
    }
}

#[group_kernel]
pub fn otherwise(b: ThreadBlock, y: &mut [u32]) {
    if b.thread_rank() < 16 {
        y[0] = 1;
    } else if b.group_index().x == 0 {
        b.sync();
    }
}

fn main() {}
