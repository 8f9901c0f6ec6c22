// A kernel whose tile size is chosen at run time needs the choice.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4, 8]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>) {
    tile.sync();
}

fn launch(stream: &Stream) -> Result<(), Error> {
    kernel::launch(stream, Launch::blocks(1).threads(32))
}

fn main() {}
