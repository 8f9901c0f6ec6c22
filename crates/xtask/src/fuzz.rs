//! `cargo xtask fuzz`: the differential test of the convergence analysis in its long form.

use std::process::ExitCode;

use crate::Failure;
use crate::cargo::cargo;
use crate::workspace::Workspace;

/// Runs it; the options are those of `phalanx-differential`.
pub(crate) fn run(workspace: &Workspace, options: &[String]) -> Result<ExitCode, Failure> {
    // No kernel becomes machine code here.
    let status = cargo(workspace)
        .env("PHALANX_CUDA", "off")
        .args(["run", "--quiet", "--release"])
        .args(["--package", "phalanx-differential", "--"])
        .args(options)
        .status()?;
    Ok(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        Some(2) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}
