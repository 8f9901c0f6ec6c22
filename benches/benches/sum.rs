//! The sum of 2^28 floats, against the same by hand: grid-stride loop over 16-byte loads, a reduction a
//! block, one atomic addition a block.

use std::process::ExitCode;

use cudarc::driver::{DevicePtr, DeviceRepr};
use phalanx::prelude::*;
use phalanx_benches::baseline::{Clock, Failure, Memory, Module};
use phalanx_benches::compare::{compare, print};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const N: usize = 1 << 28;
const THREADS: u32 = 512;
const ROUNDS: usize = 21;

/// Four numbers that are loaded in one piece.
#[derive(Clone, Copy, Debug, DeviceCopy)]
#[repr(C, align(16))]
pub struct Float4 {
    x: f32,
    y: f32,
    z: f32,
    w: f32,
}

// SAFETY: four floats in a row.
unsafe impl DeviceRepr for Float4 {}

/// The sum of `v` over the block, in its thread 0; every thread of `block` must call it.
#[device_fn]
fn block_sum(block: &ThreadBlock, v: f32) -> f32 {
    let warp = block.tiled_partition::<32>();
    let partial = block.shared::<[f32; 32]>();
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

/// Adds up `x`.
#[group_kernel]
pub fn sum(grid: Grid, block: ThreadBlock, x: &[Float4], out: &Atomic<f32>) {
    let mut sum = 0.0;
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    let sum = block_sum(&block, sum);
    if block.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

fn main() -> ExitCode {
    phalanx_benches::run(bench)
}

fn bench(stream: &Stream) -> Result<(), Failure> {
    let mut rng = StdRng::seed_from_u64(1);
    let x: Vec<Float4> = (0..N / 4)
        .map(|_| Float4 {
            x: rng.random(),
            y: rng.random(),
            z: rng.random(),
            w: rng.random(),
        })
        .collect();
    let exact: f64 = x
        .iter()
        .map(|v| f64::from(v.x) + f64::from(v.y) + f64::from(v.z) + f64::from(v.w))
        .sum();
    // Both read the same memory: where a buffer lies changes what the memory gives.
    let cudarc_stream = stream.cudarc_stream().ok_or("not a CUDA stream")?;
    let slice = cudarc_stream.clone_htod(&x)?;
    let mut x_pointer = slice.device_ptr(cudarc_stream).0;
    let device_x = stream.adopt(slice)?;
    let mut ours_out = stream.upload(&[0.0_f32])?;

    let clock = Clock::new(stream.cu_stream()?)?;
    let module = Module::load(include_bytes!(concat!(
        env!("OUT_DIR"),
        "/baselines/sum.fatbin"
    )))?;
    let by_hand = module.function("sum_by_hand")?;
    let baseline_out = Memory::upload(&[0.0_f32])?;
    let blocks =
        by_hand.blocks_per_multiprocessor(THREADS)? * stream.device().limits().multiprocessors;

    let (mut n, mut out_pointer) = ((N / 4) as u64, baseline_out.0);
    let comparison = compare(
        "sum of 2^28 floats",
        &clock,
        ROUNDS,
        || {
            let mut args = [
                (&raw mut x_pointer).cast(),
                (&raw mut n).cast(),
                (&raw mut out_pointer).cast(),
            ];
            // SAFETY: the arguments are those of `sum_by_hand`.
            unsafe { by_hand.launch(stream.cu_stream()?, blocks, THREADS, false, &mut args) }
        },
        || {
            Ok(sum::launch(
                stream,
                Launch::blocks(blocks as usize).threads(THREADS as usize),
                &device_x,
                &mut ours_out,
            )?)
        },
    )?;

    // Every run added to the same number.
    let runs = (ROUNDS + 1) as f64;
    let baseline = f64::from(baseline_out.download::<f32>(1)?[0]);
    let ours = f64::from(stream.download(&ours_out)?[0]);
    for (whose, sum) in [("by hand", baseline), ("ours", ours)] {
        let error = (sum / runs - exact).abs() / exact;
        if error > 1e-4 {
            return Err(format!("{whose}: {sum} in {runs} runs, should be {exact} each").into());
        }
    }
    let bytes = (N * 4) as f64;
    println!(
        "{:.2} TB/s by hand, {:.2} TB/s ours",
        bytes / comparison.baseline() * 1e-12,
        bytes / comparison.ours() * 1e-12
    );
    print(&[(comparison, Some(0.97))], ROUNDS);
    Ok(())
}
