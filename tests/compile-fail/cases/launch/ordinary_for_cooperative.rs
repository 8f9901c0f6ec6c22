// A grid barrier waits for blocks that may never start, unless all are resident.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(grid: CooperativeGrid, y: &mut [f32]) {
    y[grid.thread_rank()] = 0.0;
    grid.sync();
}

fn launch(stream: &Stream, y: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    kernel::launch(stream, Launch::cover(1000).threads(256), y)
}

fn main() {}
