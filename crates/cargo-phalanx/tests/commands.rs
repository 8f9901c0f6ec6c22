//! The commands on a small package, as a person runs them.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const SOURCE: &str = "
use phalanx::prelude::*;

#[device_fn]
fn twice(x: f32) -> f32 { x * FACTOR }

#[cfg(feature = \"wide\")]
const FACTOR: f32 = 4.0;
#[cfg(not(feature = \"wide\"))]
const FACTOR: f32 = 2.0;

/// Doubles.
#[group_kernel(variants(N = [4, 8]))]
pub fn double<const N: usize>(tile: ThreadBlockTile<N>, x: &mut [f32]) {
    let i = tile.thread_rank();
    x[i] = twice(x[i]);
}

mod a {
    #[group_kernel]
    pub fn same(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = 1; }
}
mod b {
    #[group_kernel]
    pub fn same(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = 2; }
    #[group_kernel]
    pub fn wrong(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = absent(); }
}
";

fn package() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), SOURCE).unwrap();
    let manifest =
        "[package]\nname = \"own\"\nedition = \"2024\"\n[features]\nwide = []\n[workspace]\n";
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    folder
}

/// What a command prints: to its output if it succeeds, else to its error output.
fn phalanx(folder: &Path, line: &str) -> Result<String, String> {
    let output = command(folder, line).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    match output.status.success() {
        true => Ok(text(output.stdout)),
        false => Err(text(output.stderr)),
    }
}

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-phalanx"));
    command
        .current_dir(folder)
        // Cargo passes its own word for the program on.
        .arg("phalanx")
        .args(line.split_whitespace())
        .env("CARGO_TARGET_DIR", folder.join("target"));
    command
}

#[test]
fn expand_shows_the_cuda_of_a_kernel() {
    let package = package();
    let text = phalanx(package.path(), "expand double").unwrap();
    assert_eq!(text.matches("__global__").count(), 2, "{text}");
    assert!(text.contains("twice"), "{text}");
    assert!(!text.contains("#line"), "{text}");
    assert!(text.contains("2.0f"), "{text}");
    let wide = phalanx(package.path(), "expand double --features wide").unwrap();
    assert!(wide.contains("4.0f"), "{wide}");
}

#[test]
fn doc_tells_what_a_kernel_needs() {
    let text = phalanx(package().path(), "doc own::double").unwrap();
    assert!(text.contains("`tile: ThreadBlockTile<N>`"), "{text}");
}

#[test]
fn a_name_that_means_no_kernel_or_several_is_refused() {
    let package = package();
    let error = phalanx(package.path(), "expand same").unwrap_err();
    assert!(
        error.contains("`same` may be one of\n  own::a::same  (src/lib.rs:21)"),
        "{error}"
    );
    assert!(phalanx(package.path(), "expand b::same").is_ok());
    let error = phalanx(package.path(), "expand absent").unwrap_err();
    assert!(
        error.contains("there is no kernel `absent`; there are\n  own::double"),
        "{error}"
    );
}

#[test]
fn a_kernel_with_errors_shows_them() {
    let error = phalanx(package().path(), "expand wrong").unwrap_err();
    assert!(
        error.contains("`own::b::wrong` at src/lib.rs:27 cannot be compiled:"),
        "{error}"
    );
    assert!(error.contains("src/lib.rs:27:65: "), "{error}");
}

#[cfg(unix)]
#[test]
fn info_tells_the_resources_of_each_variant() {
    use std::os::unix::fs::PermissionsExt;
    let package = package();
    // Says what ptxas would say, of the functions in the source.
    let nvcc = package.path().join("nvcc");
    let script = r#"#!/bin/sh
[ "$1" = --version ] && { echo 'release 13.0, V13.0.88'; exit; }
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; last=$1; shift; done
: > "$out"
sed -n 's/.*__global__ void \([a-z_N0-9]*\)(.*/\1/p' "$last" | while read -r name; do
    echo "ptxas info    : Compiling entry function '$name' for 'sm_90'"
    echo "ptxas info    : Used 30 registers, used 0 barriers, 128 bytes smem"
done
"#;
    std::fs::write(&nvcc, script).unwrap();
    std::fs::set_permissions(&nvcc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(package.path(), "info double");
    let output = command.env("NVCC", &nvcc).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        [
            "kernel variant device registers shared stack spilled",
            "own::double N = 4 sm_90 30 128 B 0 B 0 B",
            "own::double N = 8 sm_90 30 128 B 0 B 0 B",
        ]
    );
}
