//! What a launch costs the host: `launch` of a kernel that does nothing, against a bare `cuLaunchKernel`.

use std::process::ExitCode;
use std::time::Instant;

use phalanx::prelude::*;
use phalanx_benches::baseline::{Failure, Memory, Module};
use phalanx_benches::compare::{Comparison, print};

const BATCH: usize = 500;
const ROUNDS: usize = 41;

/// Writes nothing: `n` is never the largest number.
#[group_kernel]
pub fn empty(_grid: Grid, x: &[f32], out: &mut [f32]) {
    if x.len() == usize::MAX {
        out[0] = x[0];
    }
}

fn main() -> ExitCode {
    phalanx_benches::run(bench)
}

fn bench(stream: &Stream) -> Result<(), Failure> {
    let module = Module::load(include_bytes!(concat!(
        env!("OUT_DIR"),
        "/baselines/empty.fatbin"
    )))?;
    let by_hand = module.function("empty_by_hand")?;
    let memory = Memory::upload(&[1.0_f32; 64])?;
    let (x, mut out) = (
        stream.upload(&[1.0_f32; 64])?,
        stream.upload(&[1.0_f32; 64])?,
    );
    let cu_stream = stream.cu_stream()?;
    let (mut px, mut n, mut pout, mut out_n) = (memory.0, 64_u64, memory.0, 64_u64);

    let mut bare = || -> Result<f64, Failure> {
        stream.synchronize()?;
        let start = Instant::now();
        for _ in 0..BATCH {
            let mut args = [
                (&raw mut px).cast(),
                (&raw mut n).cast(),
                (&raw mut pout).cast(),
                (&raw mut out_n).cast(),
            ];
            // SAFETY: the arguments are those of `empty_by_hand`.
            unsafe { by_hand.launch(cu_stream, 1, 32, false, &mut args)? };
        }
        Ok(start.elapsed().as_secs_f64() / BATCH as f64)
    };
    let mut ours = || -> Result<f64, Failure> {
        stream.synchronize()?;
        let start = Instant::now();
        for _ in 0..BATCH {
            empty::launch(stream, Launch::blocks(1).threads(32), &x, &mut out)?;
        }
        Ok(start.elapsed().as_secs_f64() / BATCH as f64)
    };
    bare()?;
    ours()?;
    let (mut bare_times, mut our_times) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare_times.push(bare()?);
        our_times.push(ours()?);
    }
    let comparison = Comparison::of("host time of a launch", bare_times, our_times);
    print(&[(comparison, Some(1.0 / 1.05))], ROUNDS);
    Ok(())
}
