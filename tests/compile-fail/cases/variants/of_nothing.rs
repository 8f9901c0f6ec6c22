// The list names a parameter that the kernel does not have.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4], M = [8]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
