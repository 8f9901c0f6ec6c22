//! Runs Phalanx kernels without a GPU and reports what went wrong.
