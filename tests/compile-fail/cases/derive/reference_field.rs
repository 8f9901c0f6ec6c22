// A reference points into host memory.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Points<'a> {
    all: &'a [f32],
}

fn main() {}
