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

    __device__ constexpr usize num_threads() const
    {
        if constexpr (fixed) {
            return x * y * z;
        } else {
            return detail::block_num_threads();
        }
    }

    /// x fastest.
    __device__ usize thread_rank() const
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
    __device__ Dim3 group_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    __device__ Dim3 thread_index() const { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    __device__ constexpr Dim3 dim_threads() const
    {
        if constexpr (fixed) {
            return {x, y, z};
        } else {
            return {blockDim.x, blockDim.y, blockDim.z};
        }
    }

    template <class I>
    __device__ Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end) const
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }

    template <u32 N>
    __device__ ThreadBlockTile<N> tiled_partition() const
    {
        return {};
    }

    __device__ void sync() const { __syncthreads(); }
};

} // namespace phalanx
