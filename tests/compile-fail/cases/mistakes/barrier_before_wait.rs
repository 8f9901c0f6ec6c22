// Between arrival and wait the block comes to another barrier.

use phalanx::prelude::*;

#[device_fn]
fn block_max(block: &ThreadBlock, v: f32) -> f32 {
    block.reduce(v, Max)
}

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let r = block.thread_rank();
    let s = block.shared::<[f32; 256]>();
    s[r] = x[r];
    let arrival = block.arrive();
    let largest = block_max(&block, x[r]);
    arrival.wait();
    y[r] = s[255 - r] / largest;
}

fn main() {}
