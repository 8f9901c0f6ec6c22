//! A sum with one atomic addition a warp.

use phalanx::prelude::*;

use crate::program::{Outcome, Scale, random, sum_agrees, timed};

/// Sums `v` over any group that can reduce; every thread of `g` must call it.
#[device_fn]
fn group_sum<G: Reduce>(g: &G, v: f32) -> f32 {
    g.reduce(v, Plus)
}

/// Adds up `x`.
#[group_kernel]
pub fn total(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let warp = block.tiled_partition::<32>();
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    // Masked work, not an early return: the whole warp reaches the reduction.
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = group_sum(&warp, v);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

pub fn run(stream: &Stream, scale: Scale) -> Result<Outcome, Error> {
    let n: usize = scale.pick(100_003, 10_000_019);
    let x = random(n, 1);
    let device_x = stream.upload(&x)?;
    let mut out = stream.upload(&[0.0_f32])?;
    let time = timed(stream, || {
        total::launch(stream, Launch::cover(n).threads(256), &device_x, &mut out)
    })?;

    let sum = stream.download(&out)?[0];
    let exact: f64 = x.iter().map(|&v| f64::from(v)).sum();
    let magnitude: f64 = x.iter().map(|&v| f64::from(v.abs())).sum();
    Ok(Outcome {
        program: "warp sum",
        groups: "block, tile<32>",
        size: format!("{n} numbers"),
        time,
        right: sum_agrees(sum, exact, magnitude),
        check: format!("{sum:.3} against {exact:.3} in f64"),
    })
}
