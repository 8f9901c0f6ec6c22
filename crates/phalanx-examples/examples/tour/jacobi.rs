//! A Jacobi solver in one cooperative launch: a barrier of the whole grid between sweeps.

use phalanx::prelude::*;

use crate::program::{Outcome, Scale, random, timed};

/// `iters` Jacobi sweeps of a 1-D Poisson problem in one launch; the ends of `a` and `b` are fixed.
#[group_kernel]
pub fn jacobi(
    grid: CooperativeGrid,
    mut a: &mut [f32],
    mut b: &mut [f32],
    rhs: &[f32],
    iters: u32,
) {
    for _ in 0..iters {
        for i in grid.stride(1..rhs.len() - 1) {
            b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        grid.sync(); // all of b is written before anyone reads it
        (a, b) = (b, a);
    }
}

pub fn run(stream: &Stream, scale: Scale) -> Result<Outcome, Error> {
    let n: usize = scale.pick(1 << 12, 1 << 20);
    let sweeps = scale.pick(20_u32, 2000);
    let (start, rhs) = (random(n, 8), random(n, 9));
    let (mut a, mut b) = (stream.upload(&start)?, stream.upload(&start)?);
    let device_rhs = stream.upload(&rhs)?;
    let time = timed(stream, || {
        jacobi::launch(
            stream,
            Cooperative::fill().threads(256),
            &mut a,
            &mut b,
            &device_rhs,
            sweeps,
        )
    })?;

    let solution = stream.download(if sweeps.is_multiple_of(2) { &a } else { &b })?;
    let expected = plain(&start, &rhs, sweeps);
    let equal = solution
        .iter()
        .zip(&expected)
        .filter(|(got, want)| got.to_bits() == want.to_bits())
        .count();
    Ok(Outcome {
        program: "Jacobi, one launch",
        groups: "cooperative grid",
        size: format!("{n} points, {sweeps} sweeps"),
        time,
        right: equal == n,
        check: format!("{equal} of {n} equal bit for bit"),
    })
}

/// The same in plain Rust.
fn plain(start: &[f32], rhs: &[f32], sweeps: u32) -> Vec<f32> {
    let (mut a, mut b) = (start.to_vec(), start.to_vec());
    for _ in 0..sweeps {
        for i in 1..rhs.len() - 1 {
            b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a
}
