// A reference to a local is an argument: a variable that held it would tie the local to memory.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = x[0];
    let r = &v;
    y[0] = *r;
}

fn main() {}
