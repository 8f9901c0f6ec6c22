// A kernel with no variants could never be launched.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = []))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
