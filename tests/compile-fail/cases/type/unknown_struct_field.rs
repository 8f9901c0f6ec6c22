// The struct has no such field.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Point {
    a: f32,
    b: f32,
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let p = Point { a: 1.0, b: 2.0 };
    y[0] = p.c;
}

fn main() {}
