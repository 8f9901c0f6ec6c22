// A device function that took a group would leave its caller without it.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn function(block: ThreadBlock) -> usize {
    block.thread_rank()
}

fn main() {}
