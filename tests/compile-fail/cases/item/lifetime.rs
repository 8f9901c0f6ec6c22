// Every reference of a signature lives as long as the call, so lifetimes have nothing to say.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn first<'a>(x: &'a [f32]) -> f32 {
    x[0]
}

fn main() {}
