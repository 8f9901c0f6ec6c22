// Which group a variable is must be known when compiling.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let large = block.tiled_partition::<32>();
    let small = block.tiled_partition::<32>();
    let tile = if n > 0 { large } else { small };
    tile.sync();
}

fn main() {}
