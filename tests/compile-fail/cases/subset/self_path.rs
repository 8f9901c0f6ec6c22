// There are no methods and no `Self`.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = Self::scale(x[0]);
}

fn main() {}
