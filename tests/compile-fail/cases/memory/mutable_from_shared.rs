// A device function would write what is read-only for the whole launch.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn clear(v: &mut f32) {
    *v = 0.0;
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    clear(&mut x[0]);
}

fn main() {}
