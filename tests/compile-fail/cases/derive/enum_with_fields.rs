// An enum of the language is a number with names.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(u32)]
enum Shape {
    Disk(f32),
    Square { side: f32 },
    Nothing,
}

fn main() {}
