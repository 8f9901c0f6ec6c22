// A field without size shifts what follows it in C++.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Point {
    none: [f32; 0],
    a: f32,
}

fn main() {}
