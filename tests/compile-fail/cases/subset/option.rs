// `Option` is not in the language.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = Some(x[0]);
    y[0] = 0.0;
}

fn main() {}
