// A coalesced group is cut by labels, not by ranks.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let active = coalesced_threads();
    let half = active.tiled_partition::<2>();
    half.sync();
}

fn main() {}
