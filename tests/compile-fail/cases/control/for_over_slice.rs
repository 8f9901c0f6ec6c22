// A `for` goes through a range, or a group's share of one.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for v in x {
        y[0] = v;
    }
}

fn main() {}
