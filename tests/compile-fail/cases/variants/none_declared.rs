// A generic kernel is compiled before anyone launches it: for what must be said.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn main() {}
