// The function shuffles by xor, and a coalesced group cannot.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn swap<G: ShuffleXor>(g: &G, v: f32) -> f32 {
    g.shfl_xor(v, 1)
}

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let active = coalesced_threads();
    y[0] = swap(&active, x[0]);
}

fn main() {}
