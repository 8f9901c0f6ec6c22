// A message shows numbers and truth values.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    panic!("{}", block);
}

fn main() {}
