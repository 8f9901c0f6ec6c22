// Threads take different arms, and different guards.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn arm(b: ThreadBlock, kind: &[u32], x: &[f32], y: &mut [f32]) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    y[r] = match kind[r] {
        0 => w.reduce(x[r], Plus),
        _ => 0.0,
    };
}

#[group_kernel]
pub fn guard(b: ThreadBlock, kind: &[u32], y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    y[r] = match kind[r] {
        0 if w.any(r < 3) => 1,
        _ => 0,
    };
}

fn main() {}
