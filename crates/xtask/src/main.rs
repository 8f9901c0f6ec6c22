//! Tasks of the workspace: `cargo xtask TASK`.

mod bundle;
mod cargo;
mod count;
mod fuzz;
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
  fuzz      runs 10 000 random kernels on the emulator, to see that none that is accepted diverges;
            takes `--programs N`, `--seed N`, and what `cargo xtask fuzz --help` lists
  cuda      only brings nvcc, into the target folder
  bundle    packs tests, examples and benchmarks for a machine with a GPU but no Rust";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (task, options) = match arguments.split_first() {
        Some((task, options)) => (task.as_str(), options),
        None => ("", arguments.as_slice()),
    };
    let task: &dyn Fn(&Workspace) -> Result<ExitCode, Failure> = match (task, options) {
        ("test", []) => &test::run,
        ("fuzz", options) => &|workspace| fuzz::run(workspace, options),
        ("cuda", []) => &toolkit::run,
        ("bundle", []) => &bundle::run,
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
