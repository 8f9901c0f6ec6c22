// Output of thousands of threads is no log; the text would also need a heap.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    println!("{}", n);
}

fn main() {}
