// Only a block has shared memory, so no bound gives it.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn buffer<G: Barrier>(g: &G) -> f32 {
    g.shared::<[f32; 32]>()[0]
}

fn main() {}
