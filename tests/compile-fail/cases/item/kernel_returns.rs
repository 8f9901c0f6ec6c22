// A kernel runs many times at once: there is nobody to return to.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32]) -> f32 {
    x[0]
}

fn main() {}
