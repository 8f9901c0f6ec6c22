// `ThreadBlock`: the threads of a block, of any shape or of one that the type fixes.

#pragma once

#include "stride.cuh"
#include "tile.cuh"
#include "types.cuh"

namespace phalanx {

/// `ThreadBlock<>` has the shape that the launch gives it; `ThreadBlock<X>` is X × 1 × 1, and so on.
template <u32 X = 0, u32 Y = 0, u32 Z = 0>
struct ThreadBlock {
    static constexpr bool fixed = X != 0;
    static constexpr u32 x = X;
    static constexpr u32 y = fixed && Y == 0 ? 1 : Y;
    static constexpr u32 z = fixed && Z == 0 ? 1 : Z;

    __device__ static constexpr usize num_threads()
    {
        if constexpr (fixed) {
            return x * y * z;
        } else {
            return detail::block_num_threads();
        }
    }

    /// x fastest.
    __device__ static usize thread_rank()
    {
        if constexpr (!fixed) {
            return detail::block_thread_rank();
        } else if constexpr (y == 1 && z == 1) {
            return threadIdx.x;
        } else if constexpr (z == 1) {
            return threadIdx.y * x + threadIdx.x;
        } else {
            return (threadIdx.z * y + threadIdx.y) * x + threadIdx.x;
        }
    }

    /// The block's index in the grid.
    __device__ static Dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    __device__ static Dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    __device__ static constexpr Dim3 dim_threads()
    {
        if constexpr (fixed) {
            return {x, y, z};
        } else {
            return {blockDim.x, blockDim.y, blockDim.z};
        }
    }

    template <class I>
    __device__ static Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end)
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }

    template <u32 N>
    __device__ static ThreadBlockTile<N> tiled_partition()
    {
        return {};
    }

    __device__ static void sync() { __syncthreads(); }
};

} // namespace phalanx
