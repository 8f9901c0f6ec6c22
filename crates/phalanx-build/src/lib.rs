//! Compiles the Phalanx kernels of a crate with nvcc from its build script.
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     phalanx_build::compile();
//! }
//! ```
//!
//! It finds the kernels of all crates of the package: the library, programs, examples, tests and
//! benchmarks. Each becomes an image for the devices it is to run on, by default compute capability 7.5
//! and newer, and is embedded where `#[group_kernel]` stands. Only kernels that changed are compiled again.
//!
//! # nvcc
//!
//! CUDA 12.8 or newer is needed. `NVCC` names the program; else it is looked for under `CUDA_HOME` and
//! `CUDA_PATH`, in `PATH`, and in the toolkit that a workspace's `cargo xtask cuda` installed below the target
//! folder. The C++ compiler that nvcc needs is the one that the `cc` crate finds, unless `NVCC_CCBIN` names
//! one. Without nvcc the build warns once, and the kernels run on the emulator.
//!
//! # Variables
//!
//! | variable | meaning |
//! |---|---|
//! | `PHALANX_CUDA=require` | no nvcc is an error |
//! | `PHALANX_CUDA=off` | no CUDA code, and no warning |
//! | `PHALANX_CUDA=auto` | CUDA code if there is an nvcc, whatever build.rs says |
//! | `PHALANX_TARGETS=compute_75,sm_90` | devices to compile for: `compute_` for PTX, `sm_` for machine code |
//! | `PHALANX_NVCC_FLAGS` | further arguments for nvcc, separated by spaces |
//! | `PHALANX_VERBOSE=1` | tells what nvcc did and how long it took |
//!
//! A kernel that is wrong does not end the build script: the attribute reports the error, where it is.

// The modules are private: `pub` in them means "for the other modules".
#![allow(unreachable_pub)]
// The compiler shares trees by `Arc`.
#![allow(clippy::arc_with_non_send_sync)]
// A build script is a `main`.
#![allow(clippy::needless_doctest_main)]

mod adt;
mod cfg;
mod cuda_files;
mod definitions;
mod dependencies;
mod env;
mod error;
mod front;
mod index;
#[doc(hidden)]
#[allow(missing_docs)] // for `cargo phalanx`
pub mod inspect;
mod leave;
mod nvcc;
mod package;
mod reach;
mod report;
mod resolve;
mod script;
mod settings;
mod sources;
mod targets;
#[cfg(test)]
mod testing;
mod toolkit;
mod universe;

use std::path::PathBuf;

pub use error::Error;

/// Compiles the kernels of the package whose build script calls it; ends the script with a message if
/// that is not possible.
pub fn compile() {
    Build::new().compile();
}

/// How kernels are compiled, where the defaults do not do.
///
/// ```no_run
/// // build.rs
/// fn main() {
///     phalanx_build::Build::new()
///         .targets(["compute_80", "sm_90a"])
///         .flag("--maxrregcount=64")
///         .compile();
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Build {
    targets: Option<Vec<String>>,
    flags: Vec<String>,
    require: bool,
    cfgs: Vec<(String, bool)>,
    cuda_files: Vec<(String, PathBuf)>,
}

impl Build {
    /// The defaults: what [`compile`] does.
    pub fn new() -> Build {
        Build::default()
    }

    /// The devices to compile for: `sm_90` for machine code, `compute_75` for PTX, from which newer devices
    /// make machine code when they load it. `PHALANX_TARGETS` replaces them.
    pub fn targets<S: Into<String>>(&mut self, targets: impl IntoIterator<Item = S>) -> &mut Build {
        self.targets = Some(targets.into_iter().map(Into::into).collect());
        self
    }

    /// A further argument for nvcc. One that changes what arithmetic means, such as `--use_fast_math`, makes
    /// devices and the emulator differ.
    pub fn flag(&mut self, flag: impl Into<String>) -> &mut Build {
        self.flags.push(flag.into());
        self
    }

    /// Makes it an error if there is no nvcc. `PHALANX_CUDA` replaces it.
    pub fn require(&mut self) -> &mut Build {
        self.require = true;
        self
    }

    /// Says whether a `cfg` is set that only this build script decides on (`cargo::rustc-cfg=name`). Kernels
    /// behind a `cfg` of which nothing is known are refused.
    pub fn cfg(&mut self, name: impl Into<String>, set: bool) -> &mut Build {
        self.cfgs.push((name.into(), set));
        self
    }

    /// Compiles a file of CUDA C++ that is already there as kernels are compiled, for the same devices and
    /// without contracting `a * b + c`, to the image `OUT_DIR/folder/stem.fatbin`, which `include_bytes!` can
    /// embed. The path starts at the manifest's folder. The image is empty where there is no CUDA code.
    pub fn cuda_file(&mut self, folder: impl Into<String>, file: impl Into<PathBuf>) -> &mut Build {
        self.cuda_files.push((folder.into(), file.into()));
        self
    }

    /// Compiles the kernels; ends the script with a message if that is not possible.
    pub fn compile(&self) {
        if let Err(error) = self.try_compile() {
            eprintln!("\nerror: {error}\n");
            std::process::exit(1);
        }
    }

    /// Compiles the kernels.
    ///
    /// # Errors
    /// Those of [`Error`]; an error in a kernel is not one of them.
    pub fn try_compile(&self) -> Result<(), Error> {
        let var = |name: &str| std::env::var_os(name);
        let vars = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
        let settings = settings::Settings::of_build_script(self, &var, vars)?;
        let report = script::run(&settings, &var)?;
        let verbose = var("PHALANX_VERBOSE").is_some_and(|value| value == "1");
        for line in report.directives(verbose) {
            println!("{line}");
        }
        Ok(())
    }
}

/// The nvcc that a build script below this target folder would use, and its version.
///
/// # Errors
/// Why there is none.
#[doc(hidden)]
pub fn find_nvcc(target_folder: &std::path::Path) -> Result<(std::path::PathBuf, String), String> {
    toolkit::Search {
        var: &|name| std::env::var_os(name),
        target_folders: vec![target_folder.to_owned()],
    }
    .find()
}
