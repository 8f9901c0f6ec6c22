// A variant belongs to its kernel: another one numbers its variants differently.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4, 8]))]
fn one<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

#[group_kernel(variants(N = [16, 32]))]
fn other<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn launch(stream: &Stream) -> Result<(), Error> {
    one::launch(stream, other::variant(32)?, Launch::blocks(1).threads(32))
}

fn main() {}
