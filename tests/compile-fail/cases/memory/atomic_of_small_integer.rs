// CUDA has atomics of 32 and 64 bits.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, flags: &[Atomic<u8>]) {
    flags[0].store(1, Relaxed);
}

fn main() {}
