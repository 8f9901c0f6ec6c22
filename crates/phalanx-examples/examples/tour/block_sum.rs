//! A sum through shared memory: a slot a warp, then one warp adds up the slots.

use phalanx::prelude::*;

use crate::program::{Outcome, Scale, random, sum_agrees, timed};

/// The sum of `v` over the block, in its thread 0; every thread of `block` must call it.
#[device_fn]
pub fn block_sum(block: &ThreadBlock, v: f32) -> f32 {
    let warp = block.tiled_partition::<32>();
    let partial = block.shared::<[f32; 32]>(); // a block has at most 1024 / 32 warps
    let mut sum = warp.reduce(v, Plus);
    if warp.thread_rank() == 0 {
        partial[warp.meta_group_rank()] = sum;
    }
    block.sync();
    if warp.meta_group_rank() == 0 {
        let slot = if warp.thread_rank() < warp.meta_group_size() {
            partial[warp.thread_rank()]
        } else {
            0.0
        };
        sum = warp.reduce(slot, Plus);
    }
    sum
}

/// The sum of each block's share of `x` into `sums`, a number a block.
#[group_kernel]
pub fn block_sums(grid: Grid, block: ThreadBlock, x: &[f32], sums: &mut [f32]) {
    let i = grid.thread_rank();
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = block_sum(&block, v);
    if block.thread_rank() == 0 {
        sums[grid.block_rank()] = sum;
    }
}

pub fn run(stream: &Stream, scale: Scale) -> Result<Outcome, Error> {
    const THREADS: usize = 256;
    let n: usize = scale.pick(50_021, 10_000_019);
    let blocks = n.div_ceil(THREADS);
    let x = random(n, 2);
    let device_x = stream.upload(&x)?;
    let mut sums = stream.zeros::<f32>(blocks)?;
    let time = timed(stream, || {
        block_sums::launch(
            stream,
            Launch::blocks(blocks).threads(THREADS),
            &device_x,
            &mut sums,
        )
    })?;

    let wrong = stream
        .download(&sums)?
        .iter()
        .zip(x.chunks(THREADS))
        .filter(|&(&sum, share)| {
            let exact: f64 = share.iter().map(|&v| f64::from(v)).sum();
            !sum_agrees(sum, exact, share.iter().map(|&v| f64::from(v.abs())).sum())
        })
        .count();
    Ok(Outcome {
        program: "block sum in shared memory",
        groups: "grid, block, tile<32>",
        size: format!("{n} numbers"),
        time,
        right: wrong == 0,
        check: format!("{} of {blocks} blocks agree", blocks - wrong),
    })
}
