//! Running cargo.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::workspace::Workspace;

/// What a command did.
pub(crate) struct Ran {
    pub(crate) success: bool,
    /// What it wrote to its standard output.
    pub(crate) output: String,
}

/// The cargo that runs this program, in the workspace. Kernels must become machine code, and nvcc's
/// warnings are errors: what the compiler prints is to be free of them.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(&workspace.root)
        .env("CARGO_TARGET_DIR", &workspace.target)
        .env("PHALANX_CUDA", "require")
        .env("PHALANX_NVCC_FLAGS", "-Werror all-warnings");
    command
}

/// Runs a command; its standard output is shown as it comes, and kept.
pub(crate) fn run(command: &mut Command) -> Result<Ran, Failure> {
    capture(command, true)
}

/// Runs a command and keeps its standard output.
pub(crate) fn capture(command: &mut Command, show: bool) -> Result<Ran, Failure> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?} does not start: {error}"))?;
    let mut output = String::new();
    if let Some(stdout) = child.stdout.take() {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            if show {
                std::io::stdout().write_all(&line)?;
            }
            output.push_str(&String::from_utf8_lossy(&line));
            line.clear();
        }
    }
    Ok(Ran {
        success: child.wait()?.success(),
        output,
    })
}
