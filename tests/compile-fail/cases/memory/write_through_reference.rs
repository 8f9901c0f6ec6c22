// `&T` is read-only for the whole launch.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, scale: &f32) {
    *scale = 1.0;
}

fn main() {}
