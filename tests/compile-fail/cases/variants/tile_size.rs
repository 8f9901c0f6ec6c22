// Tiles have 1, 2, 4, 8, 16 or 32 threads.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [8, 12]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
