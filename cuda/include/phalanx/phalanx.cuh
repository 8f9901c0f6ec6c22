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
