// The same variant twice would be compiled twice.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4, 8, 4]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
