// `&[T]` is read-only for the whole launch: it is loaded through a cache that sees no writes.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    x[0] = 1.0;
}

fn main() {}
