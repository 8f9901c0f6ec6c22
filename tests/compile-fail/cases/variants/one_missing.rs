// Each generic parameter needs its values.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4, 8]))]
fn kernel<const N: usize, T: Number>(tile: ThreadBlockTile<N>, x: &mut [T]) {
    x[tile.thread_rank()] = T::ZERO;
}

fn main() {}
