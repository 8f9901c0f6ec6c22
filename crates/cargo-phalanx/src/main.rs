//! Shows the CUDA C++, the documentation and the resources of Phalanx kernels.
fn main() {}
