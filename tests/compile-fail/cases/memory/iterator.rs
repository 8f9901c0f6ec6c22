// Slices are indexed; their iterators are not in the language.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    for v in x.iter() {
        y[0] = *v;
    }
}

fn main() {}
