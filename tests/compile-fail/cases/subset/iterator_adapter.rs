// A `for` goes through ranges; adapters are not in the language.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for i in (0..n).map(|i| i * 2) {
        y[0] = i as f32;
    }
}

fn main() {}
