// The launch depends on the groups of a kernel, so they cannot be left open.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(G = [ThreadBlock]))]
fn kernel<G: Group>(group: G, x: &mut [f32]) {
    x[group.thread_rank()] = 0.0;
}

fn main() {}
