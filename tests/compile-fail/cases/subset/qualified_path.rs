// Traits are resolved by Rust, and the build script is not Rust.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = <f32 as Default>::default();
}

fn main() {}
