//! Compiles the Phalanx kernels of a crate with nvcc from its build script.

// The modules are private: `pub` in them means "for the other modules".
#![allow(unreachable_pub)]

mod cfg;
mod dependencies;
mod error;
mod index;
mod package;
mod resolve;
mod sources;
#[cfg(test)]
mod testing;
mod universe;

pub use error::Error;
