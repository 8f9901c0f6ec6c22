// Everything that generated code includes, but `half.cuh`: it brings CUDA's header of 16-bit floats, and only kernels that
// use them pay for that.

#pragma once

#include "atomic.cuh"
#include "block.cuh"
#include "cast.cuh"
#include "coalesced.cuh"
#include "float.cuh"
#include "grid.cuh"
#include "integer.cuh"
#include "memory.cuh"
#include "operator.cuh"
#include "panic.cuh"
#include "stride.cuh"
#include "tile.cuh"
#include "types.cuh"

// Generated code is Rust that rustc has judged; what nvcc would add about it is no news.
#pragma nv_diag_suppress 186 // a comparison that a const generic decides, as `i < N` for N = 0
#pragma nv_diag_suppress 222 // a constant that overflows to infinity, as it does in Rust
