// Rust's rule: a variable lent for writing says `mut`.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn clear(v: &mut f32) {
    *v = 0.0;
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = x[0];
    clear(&mut v);
    y[0] = v;
}

fn main() {}
