// Floats are no labels.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>, v: f32) {
    let part = tile.labeled_partition(v);
}

fn main() {}
