//! Devices, streams, buffers and typed launches of Phalanx kernels.
