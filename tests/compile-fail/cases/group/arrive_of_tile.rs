// Tiles have no barrier in two steps.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(tile: ThreadBlockTile<32>) {
    let arrival = tile.arrive();
}

fn main() {}
