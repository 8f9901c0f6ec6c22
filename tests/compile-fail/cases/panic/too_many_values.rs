// A panicking thread can send four values.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    panic!("{} {} {} {} {}", n, n, n, n, n);
}

fn main() {}
