//! A dot product: each thread strides over the grid, then one atomic addition a block.

use phalanx::prelude::*;

use crate::block_sum::block_sum;
use crate::program::{Outcome, Scale, random, sum_agrees, timed};

/// Adds the dot product of `x` and `y`, of equal length, to `out`.
#[group_kernel]
pub fn dot(grid: Grid, block: ThreadBlock, x: &[f32], y: &[f32], out: &Atomic<f32>) {
    assert!(
        x.len() == y.len(),
        "lengths differ: {} and {}",
        x.len(),
        y.len()
    );
    let mut sum = 0.0;
    for i in grid.stride(0..x.len()) {
        sum += x[i] * y[i];
    }
    let sum = block_sum(&block, sum);
    if block.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

pub fn run(stream: &Stream, scale: Scale) -> Result<Outcome, Error> {
    let n: usize = scale.pick(200_003, 50_000_017);
    let (x, y) = (random(n, 3), random(n, 4));
    let (device_x, device_y) = (stream.upload(&x)?, stream.upload(&y)?);
    let mut out = stream.upload(&[0.0_f32])?;
    let time = timed(stream, || {
        dot::launch(
            stream,
            Launch::fill().threads(256),
            &device_x,
            &device_y,
            &mut out,
        )
    })?;

    let got = stream.download(&out)?[0];
    let products = || x.iter().zip(&y).map(|(&a, &b)| f64::from(a) * f64::from(b));
    let exact: f64 = products().sum();
    Ok(Outcome {
        program: "dot product, grid-stride",
        groups: "grid, block, tile<32>",
        size: format!("{n} pairs"),
        time,
        right: sum_agrees(got, exact, products().map(f64::abs).sum()),
        check: format!("{got:.3} against {exact:.3} in f64"),
    })
}
