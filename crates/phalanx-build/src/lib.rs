//! Compiles the Phalanx kernels of a crate with nvcc from its build script.
