// Rust chooses the size of an enum.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
enum Kind {
    A,
    B,
}

fn main() {}
