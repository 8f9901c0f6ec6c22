// A `Vec` owns host memory.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Points {
    all: Vec<f32>,
}

fn main() {}
