//! Tasks of the workspace: `cargo xtask TASK`.

mod bundle;
mod cargo;
mod count;
mod test;
mod toolkit;
mod workspace;

use std::process::ExitCode;

use workspace::Workspace;

/// Why a task could not be done, as a person reads it.
type Failure = Box<dyn std::error::Error>;

const USAGE: &str = "\
usage: cargo xtask TASK

  test      brings nvcc if the machine has none, then runs every check and test
  cuda      only brings nvcc, into the target folder
  bundle    packs tests, examples and benchmarks for a machine with a GPU but no Rust";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task: fn(&Workspace) -> Result<ExitCode, Failure> = match arguments.as_slice() {
        [task] if task == "test" => test::run,
        [task] if task == "cuda" => toolkit::run,
        [task] if task == "bundle" => bundle::run,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match Workspace::find().and_then(|workspace| task(&workspace)) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
