// What a device function returns is a value; a reference would need a lifetime.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn row(x: &[f32], i: usize) -> &[f32] {
    &x[i * 4..i * 4 + 4]
}

fn main() {}
