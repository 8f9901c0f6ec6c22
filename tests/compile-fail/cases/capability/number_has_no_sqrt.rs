// Integers are numbers too, and have no square root.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn root<T: Number>(v: T) -> T {
    v.sqrt()
}

fn main() {}
