// Without the derive nobody has seen that the struct is plain data.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy)]
struct Point {
    a: f32,
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let p = Point { a: x[0] };
    y[0] = p.a;
}

fn main() {}
