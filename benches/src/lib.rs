//! What the benchmarks share: hand-written kernels to compare with ([`baseline`]), and timing in
//! interleaved runs ([`compare`]).
//!
//! A benchmark runs both programs in one process on one stream, checks both results, and prints the
//! ratio of the baseline's time to ours: above 1, ours is faster.

pub mod baseline;
pub mod compare;

use std::process::ExitCode;

use phalanx::prelude::*;

/// Runs a benchmark on the first CUDA device. Without one it says that nothing was run, and succeeds:
/// there is nothing to compare.
pub fn run(bench: impl FnOnce(&Stream) -> Result<(), baseline::Failure>) -> ExitCode {
    let device = match Device::cuda(0) {
        Ok(device) => device,
        Err(why) => {
            println!("not run: {why}");
            return ExitCode::SUCCESS;
        }
    };
    println!("device: {}", device.description());
    match device
        .stream()
        .map_err(Into::into)
        .and_then(|stream| bench(&stream))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
