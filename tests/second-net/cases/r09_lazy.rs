// The right side of a lazy operator is a branch.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn and(b: ThreadBlock, n: usize, p: bool, y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    if b.thread_rank() < n && w.any(p) {
        y[0] = 1;
    }
}

#[group_kernel]
pub fn or(b: ThreadBlock, n: usize, p: bool, y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    let some = b.thread_rank() < n || w.all(p);
    y[0] = some as u32;
}

fn main() {}
