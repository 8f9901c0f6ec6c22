// The build script must know the types that a function is compiled for.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn function(x: impl Number) -> f32 {
    1.0
}

fn main() {}
