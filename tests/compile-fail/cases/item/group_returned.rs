// A group made in a function belongs to it: the caller would hold a group that it never formed.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn warp(block: &ThreadBlock) -> ThreadBlockTile<32> {
    block.tiled_partition::<32>()
}

fn main() {}
