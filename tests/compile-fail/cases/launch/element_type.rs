// The buffer holds numbers of another type.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, n: u32, x: &[f32], y: &mut [f32]) {
    y[grid.thread_rank()] = x[n as usize];
}

fn launch(stream: &Stream, x: &DeviceBuffer<f64>, y: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    kernel::launch(stream, Launch::fill().threads(256), 1, x, y)
}

fn main() {}
