// The kernel was compiled for `f32` and `f64` only; there is no code for `i32` buffers.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(T = [f32, f64]))]
fn axpy<T: Number>(grid: Grid, a: T, x: &[T], y: &mut [T]) {
    for i in grid.stride(0..x.len()) {
        y[i] = a * x[i] + y[i];
    }
}

fn launch(stream: &Stream, x: &DeviceBuffer<i32>, y: &mut DeviceBuffer<i32>) -> Result<(), Error> {
    axpy::launch(stream, Launch::fill().threads(256), 2_i32, x, y)
}

fn main() {}
