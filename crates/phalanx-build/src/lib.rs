//! Compiles the Phalanx kernels of a crate with nvcc from its build script.

// The modules are private: `pub` in them means "for the other modules".
#![allow(unreachable_pub)]

mod cfg;
mod dependencies;
mod error;
mod index;
mod nvcc;
mod package;
mod resolve;
mod sources;
mod targets;
#[cfg(test)]
mod testing;
mod toolkit;
mod universe;

pub use error::Error;

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
