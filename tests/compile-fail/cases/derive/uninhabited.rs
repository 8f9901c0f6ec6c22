// An enum without variants has no values.

#![allow(unused)]

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(u8)]
enum Never {}

fn main() {}
