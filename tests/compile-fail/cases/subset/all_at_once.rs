// All refusals of a function are told at once, not only the first.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let s = "text";
    let v = vec![1.0];
    let c = |a: f32| a;
    println!();
}

fn main() {}
