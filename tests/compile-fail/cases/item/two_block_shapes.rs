// A launch has one block shape.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(a: ThreadBlock<64>, b: ThreadBlock<128>) {
    a.sync();
    b.sync();
}

fn main() {}
