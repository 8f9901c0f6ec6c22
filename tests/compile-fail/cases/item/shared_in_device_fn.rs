// Only a launch can give dynamic shared memory.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn function(#[shared] buffer: &mut [f32]) {
    buffer[0] = 0.0;
}

fn main() {}
