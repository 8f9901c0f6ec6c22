// A parameter is a value or a group.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn both<T: Number + Reduce>(v: T) -> T {
    v
}

fn main() {}
