// A block waits only for those who have arrived.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock) {
    block.wait();
}

fn main() {}
