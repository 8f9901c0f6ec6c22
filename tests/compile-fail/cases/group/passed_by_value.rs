// A device function borrows the group: the caller still needs it.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn sum(block: &ThreadBlock) {
    block.sync();
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    sum(block);
}

fn main() {}
