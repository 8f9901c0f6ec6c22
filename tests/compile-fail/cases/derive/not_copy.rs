// A kernel copies values without asking.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(DeviceCopy)]
#[repr(C)]
struct Point {
    a: f32,
}

fn main() {}
