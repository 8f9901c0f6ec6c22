// All arms of a `match` are one value, of one type.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = match n {
        0 => x[0],
        _ => n,
    };
    y[0] = v;
}

fn main() {}
