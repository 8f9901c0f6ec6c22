// Every thread uses an atomic, so no thread has it for itself.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, count: &mut Atomic<u32>) {
    count.fetch_add(1, Relaxed);
}

fn main() {}
