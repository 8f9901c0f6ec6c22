// Even when its signature is refused, a device function can be called with what it takes.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn scale<G: Reduce>(g: &G, x: &[f32], by: &dyn Copy, n: char, to: &mut f32) -> f32 {
    x[0]
}

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, x: &[f32], y: &mut [f32]) {
    y[0] = scale(&tile, &x[1..], &x[0], 3, &mut y[1]);
    y[1] = 0.0;
}

fn main() {}
