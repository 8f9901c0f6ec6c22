//! Kernels that call into another crate.

use math::linear::{DEGREE, Vec3, dot as inner_product};
use phalanx::prelude::*;

pub mod deep;

/// Adds half the square of each element of `x` to `out`.
#[group_kernel]
pub fn energy(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let warp = block.tiled_partition::<32>();
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = math::sum_of_squares(&warp, v);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

/// The inner products of `points` with a direction.
#[group_kernel]
pub fn project(grid: Grid, points: &[Vec3], direction: Vec3, out: &mut [f32]) {
    for i in grid.stride(0..points.len()) {
        out[i] = inner_product(points[i], direction);
    }
}

/// A polynomial at each element of `x`.
#[group_kernel]
pub fn polynomial(grid: Grid, x: &[f32], out: &mut [f32]) {
    let mut coefficients = [0.0; DEGREE];
    coefficients[0] = deep::LEADING;
    coefficients[DEGREE - 1] = 1.0;
    for i in grid.stride(0..x.len()) {
        out[i] = math::linear::horner(coefficients, x[i]);
    }
}
