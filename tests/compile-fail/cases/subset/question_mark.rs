// There are no errors as values on the GPU.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = x.get(0)?;
    y[0] = *v;
}

fn main() {}
