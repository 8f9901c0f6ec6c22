//! Compiles the kernels of the language tests.

fn main() {
    phalanx_build::compile();
}
