// The ordering is part of an atomic operation.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, count: &Atomic<u32>) {
    count.fetch_add(1);
}

fn main() {}
