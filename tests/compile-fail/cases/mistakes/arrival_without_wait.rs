// All threads arrive at a barrier, and some do not wait at it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let r = block.thread_rank();
    let s = block.shared::<[f32; 256]>();
    s[r] = x[r];
    let arrival = block.arrive();
    if r < 128 {
        arrival.wait();
        y[r] = s[r] + s[255 - r];
    }
}

fn main() {}
