// Floats are numbers too, and have no bit operations.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn low<T: Number>(v: T) -> T {
    v & T::ONE
}

fn main() {}
