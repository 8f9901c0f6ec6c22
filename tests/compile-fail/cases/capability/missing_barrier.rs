// `Shuffle` says nothing about a barrier.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn wait<G: Shuffle>(g: &G) {
    g.sync();
}

fn main() {}
