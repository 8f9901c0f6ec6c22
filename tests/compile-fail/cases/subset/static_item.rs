// A GPU shares no statics with the host.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    static TABLE: [f32; 2] = [1.0, 2.0];
    y[0] = TABLE[0];
}

fn main() {}
