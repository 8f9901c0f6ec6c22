// What a union holds is not known from its type.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
union Bits {
    a: f32,
    b: u32,
}

fn main() {}
