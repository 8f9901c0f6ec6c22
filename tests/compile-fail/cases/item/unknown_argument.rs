// A misspelt argument must not be ignored.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variant(N = [4, 8]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
