//! The language of Phalanx kernels: parsing, types, checks and the printers for CUDA C++ and Rust.
