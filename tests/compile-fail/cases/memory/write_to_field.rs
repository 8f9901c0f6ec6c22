// What is behind `&[T]` is read-only, its parts too.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Point {
    a: f32,
}

#[group_kernel]
fn kernel(block: ThreadBlock, points: &[Point]) {
    points[0].a = 1.0;
}

fn main() {}
