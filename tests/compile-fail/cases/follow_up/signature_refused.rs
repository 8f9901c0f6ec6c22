// Even when its signature is refused, a kernel can be named and launched.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: Grid, x: Option<&[f32]>, name: &str, y: &mut [f32]) -> f32 {
    y[grid.thread_rank()] = 0.0;
}

fn launch(stream: &Stream, x: &DeviceBuffer<f32>, y: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    kernel::launch(stream, Launch::blocks(1).threads(32), x, "name", y)
}

fn main() {}
