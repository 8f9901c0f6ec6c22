//! The conformance suite: each group × operation × type, the same kernel on the emulator and on a GPU,
//! compared bit for bit with plain Rust. The kernels are in [`kernels`], the tests in `tests/`.

pub mod harness;
pub mod kernels;
pub mod reference;
