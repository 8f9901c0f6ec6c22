// A macro is expanded after the kernel has been compiled.

#![allow(unused)]

use phalanx::prelude::*;

macro_rules! double {
    ($v:expr) => {
        $v * 2.0
    };
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = double!(x[0]);
}

fn main() {}
