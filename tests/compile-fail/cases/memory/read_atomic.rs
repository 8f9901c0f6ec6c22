// An atomic is read with an ordering.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, count: &Atomic<u32>) {
    let c = *count + 1;
}

fn main() {}
