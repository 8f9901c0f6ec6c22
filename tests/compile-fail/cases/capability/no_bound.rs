// Without a bound nothing can be done with a value, not even copied.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn identity<T>(v: T) -> T {
    v
}

fn main() {}
