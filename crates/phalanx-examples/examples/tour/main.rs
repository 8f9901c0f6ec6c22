//! The programs that cooperative groups are taught with, each a kernel in Rust, each checked against
//! plain Rust: `cargo run --release --example tour`.
//!
//! They run on the first CUDA device if there is one, else on the emulator. `--device emulator` and
//! `--device cuda` choose; `--matrix FILE.mtx` gives the sparse product a matrix in Matrix Market form.

mod block_sum;
mod compact;
mod dot;
mod jacobi;
mod matrix;
mod program;
mod spmv;
mod warp_sum;

use std::path::PathBuf;
use std::process::ExitCode;

use phalanx::prelude::*;
use program::{Outcome, Scale};

struct Options {
    device: Option<String>,
    matrix: Option<PathBuf>,
}

fn main() -> ExitCode {
    match tour() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("tour: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, Box<dyn std::error::Error>> {
    use lexopt::prelude::*;
    let mut options = Options {
        device: None,
        matrix: None,
    };
    let mut args = lexopt::Parser::from_env();
    while let Some(arg) = args.next()? {
        match arg {
            Long("device") => options.device = Some(args.value()?.string()?),
            Long("matrix") => options.matrix = Some(args.value()?.into()),
            Short('h') | Long("help") => {
                println!("tour [--device emulator|cuda] [--matrix FILE.mtx]");
                std::process::exit(0);
            }
            _ => return Err(arg.unexpected().into()),
        }
    }
    Ok(options)
}

/// Runs every program; `false` if one gave a wrong result.
fn tour() -> Result<bool, Box<dyn std::error::Error>> {
    let options = options()?;
    let device = match options.device.as_deref() {
        None => Device::open()?,
        Some("emulator") => Device::emulator(),
        Some("cuda") => Device::cuda(0)?,
        Some(other) => {
            return Err(format!("no device `{other}`: write `emulator` or `cuda`").into());
        }
    };
    let matrix = match &options.matrix {
        Some(path) => Some(matrix::Csr::read(path)?),
        None => None,
    };
    println!("device: {}", device.description());
    let scale = if device.is_cuda() {
        Scale::Gpu
    } else {
        Scale::Emulator
    };
    let stream = device.stream()?;

    let outcomes: Vec<Outcome> = vec![
        warp_sum::run(&stream, scale)?,
        block_sum::run(&stream, scale)?,
        dot::run(&stream, scale)?,
        compact::run(&stream, scale)?,
        spmv::run(&stream, scale, matrix)?,
        jacobi::run(&stream, scale)?,
    ];
    program::print_table(&outcomes, device.name());
    Ok(outcomes.iter().all(|outcome| outcome.right))
}
