//! CUDA kernels over typed groups of threads, in Rust.
