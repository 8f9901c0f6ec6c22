// Threads that have returned make none of the calls that follow, however deep these are.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn returns(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let w = b.tiled_partition::<32>();
    let i = b.group_index().x * b.num_threads() + b.thread_rank();
    if i >= x.len() {
        return;
    }
    b.sync();
    y[i] = w.reduce(x[i], Plus);
}

#[group_kernel]
pub fn returns_from_a_loop(b: ThreadBlock, x: &[u32], n: usize) {
    for j in 0..n {
        if x[b.thread_rank() + j] == 0 {
            return;
        }
        if n > 3 {
            b.sync();
        }
    }
    b.sync();
}

fn main() {}
