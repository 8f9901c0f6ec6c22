// There is no loop to leave.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    if n > 0 {
        break;
    }
}

fn main() {}
