// Floats have no atomic bit operations.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, sum: &Atomic<f32>) {
    sum.fetch_or(1.0, Relaxed);
}

fn main() {}
