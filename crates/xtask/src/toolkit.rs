//! `cargo xtask cuda`: nvcc for machines that have none, from the wheels of NVIDIA's toolkit on PyPI,
//! pinned by version and hash in `cuda/toolkit.txt`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::Failure;
use crate::workspace::Workspace;

/// The pinned wheels.
const PINS: &str = "cuda/toolkit.txt";

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Failure> {
    println!("nvcc: {}", provide(workspace)?);
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that the build scripts of the workspace find an nvcc; tells which.
pub(crate) fn provide(workspace: &Workspace) -> Result<String, Failure> {
    if let Ok((nvcc, version)) = phalanx_build::find_nvcc(&workspace.target)
        && (!is_ours(workspace, &nvcc) || is_whole(workspace))
    {
        return Ok(format!("{} ({version})", nvcc.display()));
    }
    install(workspace)?;
    let (nvcc, version) = phalanx_build::find_nvcc(&workspace.target)?;
    Ok(format!("{} ({version})", nvcc.display()))
}

/// Where the build scripts look for it.
fn folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("cuda")
}

fn is_ours(workspace: &Workspace, nvcc: &Path) -> bool {
    nvcc.starts_with(folder(workspace))
}

/// Whether what is installed is what is pinned now: the pins are copied beside it last.
fn is_whole(workspace: &Workspace) -> bool {
    let pins = std::fs::read(workspace.root.join(PINS));
    let installed = std::fs::read(folder(workspace).join("installed.txt"));
    matches!((pins, installed), (Ok(pins), Ok(installed)) if pins == installed)
}

fn install(workspace: &Workspace) -> Result<(), Failure> {
    let folder = folder(workspace);
    let pins = workspace.root.join(PINS);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    println!(
        "installing the CUDA toolkit of {PINS} into {}",
        folder.display()
    );
    let status = Command::new("python3")
        .args(["-m", "pip", "install", "--no-deps", "--require-hashes"])
        .args(["--only-binary", ":all:", "--no-input", "--no-compile"])
        .args([
            "--disable-pip-version-check",
            "--root-user-action",
            "ignore",
        ])
        .arg("--target")
        .arg(&folder)
        .arg("--requirement")
        .arg(&pins)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => {
            return Err("pip could not install the CUDA toolkit (it needs `python3 -m pip`, on Debian the \
                        package python3-pip, and Linux on x86-64 or 64-bit Arm); with an nvcc of CUDA 12.8 or \
                        newer in `PATH` or under `CUDA_HOME`, none is installed"
                .into());
        }
        Err(error) => return Err(format!("python3 does not run: {error}").into()),
    }
    std::fs::copy(&pins, folder.join("installed.txt"))?;
    Ok(())
}
