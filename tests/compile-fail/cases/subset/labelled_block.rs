// A jump out of a plain block has no form in CUDA C++ that keeps threads together.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let v = 'block: {
        if n > 0 {
            break 'block 1.0;
        }
        2.0
    };
    y[0] = v;
}

fn main() {}
