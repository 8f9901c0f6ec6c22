// The kernel has no grid barrier, so a resident grid would only be a limit.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, n: u32, x: &[f32], y: &mut [f32]) {
    y[grid.thread_rank()] = x[n as usize];
}

fn launch(stream: &Stream, x: &DeviceBuffer<f32>, y: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    kernel::launch(stream, Cooperative::fill().threads(256), 1, x, y)
}

fn main() {}
