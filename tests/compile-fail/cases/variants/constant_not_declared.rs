// The length of the array is part of the argument's type, and there is no code for 3.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(N = [2, 4]))]
fn pack<const N: usize>(grid: Grid, x: &[[f32; N]], y: &mut [f32]) {
    y[grid.thread_rank()] = x[0][N - 1];
}

fn launch(stream: &Stream, x: &DeviceBuffer<[f32; 3]>, y: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    pack::launch(stream, Launch::fill().threads(256), x, y)
}

fn main() {}
