//! Compiles the kernels of the examples.

fn main() {
    phalanx_build::compile();
}
