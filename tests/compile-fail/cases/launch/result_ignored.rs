// A launch that failed must not go unseen.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, n: u32, x: &[f32], y: &mut [f32]) {
    y[grid.thread_rank()] = x[n as usize];
}

#[deny(unused_must_use)]
fn launch(stream: &Stream, x: &DeviceBuffer<f32>, y: &mut DeviceBuffer<f32>) {
    kernel::launch(stream, Launch::fill().threads(256), 1, x, y);
}

fn main() {}
