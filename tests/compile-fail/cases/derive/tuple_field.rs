// Rust may reorder the parts of a tuple.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Point {
    both: (u8, f64),
}

fn main() {}
