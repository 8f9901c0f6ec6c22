// A device function gives plain data.

#![allow(unused)]

use phalanx::prelude::*;

fn name() -> String {
    String::new()
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let s = name();
    y[0] = 0.0;
}

fn main() {}
