// `&[T]` is read-only for the whole launch.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    x[0] += 1.0;
}

fn main() {}
