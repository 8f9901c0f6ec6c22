// A generic group can do what its bounds say, and `Group` has no reduction.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn sum<G: Group>(g: &G, v: f32) -> f32 {
    g.reduce(v, Plus)
}

fn main() {}
