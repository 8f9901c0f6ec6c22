// C++ loads from aligned addresses.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C, packed)]
struct Point {
    a: u8,
    b: f64,
}

fn main() {}
