// `Result` is not in the language; the operation that gives the old value is.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, count: &Atomic<u32>) {
    let r = count.compare_exchange(0, 1, AcqRel, Relaxed);
}

fn main() {}
