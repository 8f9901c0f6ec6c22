// The refused kernel is refused once: its uses cause no more errors.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [4, 8]))]
fn kernel<const N: usize>(tile: ThreadBlockTile<N>, n: u32, x: &[f32], y: &mut [f32]) {
    let v = vec![0.0];
    y[tile.thread_rank()] = x[n as usize];
}

fn launch(stream: &Stream) -> Result<Vec<f32>, Error> {
    let x = stream.upload(&[1.0])?;
    let mut y = stream.zeros(1)?;
    kernel::launch(stream, kernel::variant(4)?, Launch::blocks(1).threads(32), 1, &x, &mut y)?;
    stream.download(&y)
}

fn main() {}
