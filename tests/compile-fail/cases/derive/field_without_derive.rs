// Nobody has seen that the inner struct is plain data.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy)]
struct Inner(f32);

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Outer {
    inner: Inner,
}

fn main() {}
