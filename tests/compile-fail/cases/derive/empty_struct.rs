// A struct without fields has size 0 in Rust and 1 in C++.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Nothing;

fn main() {}
