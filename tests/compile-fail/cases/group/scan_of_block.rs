// A block has no scan; its tiles have.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32]) {
    y[0] = block.inclusive_scan(x[0], Plus);
}

fn main() {}
