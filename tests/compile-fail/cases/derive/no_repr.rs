// Rust may reorder the fields of a struct, so host and device would read different bytes.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
struct Point {
    a: u8,
    b: f64,
}

fn main() {}
