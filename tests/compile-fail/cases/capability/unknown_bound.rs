// The printers know the language's own bounds only.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn show<T: std::fmt::Display>(v: T) -> f32 {
    1.0
}

fn main() {}
