// Without the derive nobody knows which integer stands for the enum.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    A,
    B,
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let k = Kind::A;
    if k == Kind::B {
        y[0] = 0.0;
    }
}

fn main() {}
