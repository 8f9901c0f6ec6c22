// There is an operation for two parts.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, v: bool) {
    let part = tile.labeled_partition(v);
}

fn main() {}
