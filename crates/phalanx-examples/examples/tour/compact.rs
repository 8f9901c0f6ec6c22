//! Stream compaction: the threads that pass the filter elect one to reserve room for all of them.

use phalanx::prelude::*;

use crate::program::{Outcome, Scale, random, timed};

/// A slot of its own for each thread that calls, with one atomic addition for all that call together.
#[device_fn]
fn append_index(count: &Atomic<u32>) -> usize {
    let active = coalesced_threads();
    let mut base = 0;
    if active.thread_rank() == 0 {
        base = count.fetch_add(active.num_threads() as u32, Relaxed);
    }
    active.shfl(base, 0) as usize + active.thread_rank()
}

/// Copies the numbers of `x` above `threshold` to the front of `out`, in any order, and counts them.
#[group_kernel]
pub fn compact(grid: Grid, x: &[f32], threshold: f32, out: &mut [f32], count: &Atomic<u32>) {
    let i = grid.thread_rank();
    if i < x.len() && x[i] > threshold {
        out[append_index(count)] = x[i];
    }
}

pub fn run(stream: &Stream, scale: Scale) -> Result<Outcome, Error> {
    let n: usize = scale.pick(100_003, 20_000_003);
    let threshold = 0.4; // keeps 30 % of −1 … 1
    let x = random(n, 5);
    let device_x = stream.upload(&x)?;
    let mut out = stream.zeros::<f32>(n)?;
    let mut count = stream.upload(&[0_u32])?;
    let time = timed(stream, || {
        compact::launch(
            stream,
            Launch::cover(n).threads(256),
            &device_x,
            threshold,
            &mut out,
            &mut count,
        )
    })?;

    let kept = stream.download(&count)?[0] as usize;
    let mut got = stream.download(&out)?;
    got.truncate(kept);
    got.sort_by(f32::total_cmp);
    let mut expected: Vec<f32> = x.into_iter().filter(|&v| v > threshold).collect();
    expected.sort_by(f32::total_cmp);
    Ok(Outcome {
        program: "stream compaction",
        groups: "grid, coalesced group",
        size: format!("{n} numbers"),
        time,
        right: got == expected,
        check: format!("{kept} kept of {} expected, as sets", expected.len()),
    })
}
