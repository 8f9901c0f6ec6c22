// `ThreadBlock`: the threads of a block, of any shape or of one that the type fixes.

#pragma once

#include "arrival.cuh"
#include "stride.cuh"
#include "tile.cuh"
#include "types.cuh"

namespace phalanx {

namespace detail {

/// Where the threads of a block exchange one value. It takes shared memory in kernels that do.
template <class T>
__device__ T& block_slot()
{
    static_assert(sizeof(T) <= 32, "the front-end refuses more");
    __shared__ alignas(16) unsigned char slot[32];
    return *reinterpret_cast<T*>(slot);
}

/// What the warps of a block have combined: a value each, and the block's.
template <class T>
struct Partials {
    T of_warp[warp_size];
    T of_block;
};
template <class T>
__device__ Partials<T>& block_partials()
{
    __shared__ alignas(16) unsigned char partials[sizeof(Partials<T>)];
    return *reinterpret_cast<Partials<T>*>(partials);
}

} // namespace detail

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

    /// The threads meet at the wait; CUDA's own `thread_block` does no more.
    __device__ Arrival<ThreadBlock> arrive() const { return {*this}; }
    /// The wait of an arrival.
    __device__ void finish() const { __syncthreads(); }

    /// The value of the thread of rank `rank` modulo the size, which is the same in all threads.
    template <class T>
    __device__ T broadcast(T value, usize rank) const
    {
        const usize size = num_threads();
        T& slot = detail::block_slot<T>();
        if (thread_rank() == (rank < size ? rank : rank % size)) {
            slot = value;
        }
        __syncthreads();
        value = slot;
        __syncthreads(); // the slot may be taken again
        return value;
    }
    /// What rank 0's place holds when all threads are here.
    template <class T>
    __device__ T load_uniform(const T* place) const
    {
        T& slot = detail::block_slot<T>();
        __syncthreads();
        if (thread_rank() == 0) {
            slot = *place;
        }
        __syncthreads();
        const T value = slot;
        __syncthreads(); // the slot may be taken again
        return value;
    }

    __device__ bool any(bool predicate) const { return __syncthreads_or(predicate) != 0; }
    __device__ bool all(bool predicate) const { return __syncthreads_and(predicate) != 0; }

    /// Every warp by itself, a whole one by a butterfly, one that the block's end cuts short in the order of a coalesced group; then the
    /// warps' results in that order.
    template <class T, class Op>
    __device__ T reduce(T value, Op op) const
    {
        const u32 size = static_cast<u32>(num_threads());
        const u32 rank = static_cast<u32>(thread_rank());
        const u32 warp = rank / detail::warp_size;
        const u32 warps = (size + detail::warp_size - 1) / detail::warp_size;
        const u32 rest = size % detail::warp_size;
        if (rest == 0 || warp != warps - 1) {
            value = detail::reduce_segment<detail::warp_size>(detail::full_warp, value, op);
        } else {
            value = detail::reduce_lanes((1u << rest) - 1, value, op);
        }
        auto& partials = detail::block_partials<T>();
        if (rank % detail::warp_size == 0) {
            partials.of_warp[warp] = value;
        }
        __syncthreads();
        if (rank < warps) {
            const u32 mask = warps == detail::warp_size ? detail::full_warp : (1u << warps) - 1;
            value = detail::reduce_lanes(mask, partials.of_warp[rank], op);
            if (rank == 0) {
                partials.of_block = value;
            }
        }
        __syncthreads();
        // The next reduction writes this place behind its first barrier.
        return partials.of_block;
    }
};

} // namespace phalanx
