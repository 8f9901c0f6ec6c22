// A load releases nothing.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, count: &Atomic<u32>) {
    let c = count.load(Release);
}

fn main() {}
