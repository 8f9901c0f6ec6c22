//! What can stop the build step. A kernel that is wrong does not: the macro reports it.

use std::path::PathBuf;

/// Why the kernels of a crate could not be compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A variable that cargo sets for build scripts is missing.
    #[error("`{0}` is not set: `phalanx_build::compile()` is to be called from a build script")]
    NotABuildScript(&'static str),
    /// A program could not be started.
    #[error("could not run `{}`: {source}", program.display())]
    Run {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// `cargo metadata` failed.
    #[error("cargo could not read `{}`:\n{stderr}", manifest.display())]
    Metadata {
        /// The manifest.
        manifest: PathBuf,
        /// What cargo said.
        stderr: String,
    },
    /// A manifest holds no package.
    #[error("`{}` holds no package", .0.display())]
    NoSuchPackage(PathBuf),
    /// A file could not be read.
    #[error("could not read `{}`: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file could not be written.
    #[error("could not write `{}`: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A target is not one that nvcc knows.
    #[error(
        "`{0}` is no CUDA target: write `sm_90` for machine code or `compute_75` for PTX that newer \
         devices compile when they load it"
    )]
    Target(String),
    /// `PHALANX_CUDA` has another value than those it may have.
    #[error("`PHALANX_CUDA={0}`: expected `require`, `auto` or `off`")]
    Mode(String),
    /// CUDA is required, and there is no usable nvcc.
    #[error("CUDA is required, but {0}")]
    NoToolkit(String),
    /// nvcc refused what the compiler printed.
    #[error("nvcc failed:\n{0}")]
    Nvcc(String),
}
