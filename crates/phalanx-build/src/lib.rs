//! Compiles the Phalanx kernels of a crate with nvcc from its build script.

// The modules are private: `pub` in them means "for the other modules".
#![allow(unreachable_pub)]

mod cfg;
mod error;
mod package;
mod sources;
#[cfg(test)]
mod testing;

pub use error::Error;
