//! Compiles the kernels of the conformance suite.

fn main() {
    phalanx_build::compile();
}
