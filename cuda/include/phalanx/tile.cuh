// `ThreadBlockTile<N>`: N threads of consecutive ranks in their block, N a power of two up to 32.

#pragma once

#include "coalesced.cuh"
#include "reduce.cuh"
#include "scan.cuh"
#include "stride.cuh"
#include "types.cuh"
#include "warp.cuh"

namespace phalanx {

namespace detail {

/// The rank of this thread in its block: x fastest (CUDA C++ Programming Guide, "Thread Hierarchy").
__device__ inline u32 block_thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ inline u32 block_num_threads() { return blockDim.x * blockDim.y * blockDim.z; }

} // namespace detail

/// Tiles lie within a warp, at multiples of their size, since the launch sees to it that the block's size is a multiple of `N`.
template <u32 N>
struct ThreadBlockTile {
    static_assert(N != 0 && N <= 32 && (N & (N - 1)) == 0, "the front-end refuses other sizes");

    /// Threads of the tile that this one was cut from, 0 where that was the block.
    u32 parent = 0;

    __device__ constexpr usize num_threads() const { return N; }
    __device__ usize thread_rank() const { return rank(); }
    /// Tiles of this size in what was cut: the block or a larger tile.
    __device__ usize meta_group_size() const { return (parent == 0 ? detail::block_num_threads() : parent) / N; }
    __device__ usize meta_group_rank() const
    {
        const u32 rank = detail::block_thread_rank();
        return (parent == 0 ? rank : rank & (parent - 1)) / N;
    }

    template <class I>
    __device__ Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end) const
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }

    template <u32 M>
    __device__ ThreadBlockTile<M> tiled_partition() const
    {
        static_assert(M < N, "the front-end refuses other sizes");
        return {N};
    }

    __device__ void sync() const { __syncwarp(mask()); }

    template <class T>
    __device__ T broadcast(T value, usize rank) const
    {
        return shfl(value, rank);
    }
    /// What rank 0's place holds when all threads are here.
    template <class T>
    __device__ T load_uniform(const T* place) const
    {
        sync();
        const T value = detail::shuffle<N>(mask(), *place, 0);
        sync();
        return value;
    }

    /// The value of the thread of rank `source` modulo the size.
    template <class T>
    __device__ T shfl(T value, usize source) const
    {
        return detail::shuffle<N>(mask(), value, static_cast<u32>(source) & (N - 1));
    }
    /// The value of the thread `delta` ranks below, the thread's own where there is none.
    template <class T>
    __device__ T shfl_up(T value, usize delta) const
    {
        // The hardware looks at the low bits only.
        return detail::shuffle_up<N>(mask(), value, delta < N ? static_cast<u32>(delta) : 0u);
    }
    /// The value of the thread `delta` ranks above, the thread's own where there is none.
    template <class T>
    __device__ T shfl_down(T value, usize delta) const
    {
        return detail::shuffle_down<N>(mask(), value, delta < N ? static_cast<u32>(delta) : 0u);
    }
    /// The value of the thread whose rank differs in the bits of `bits`, modulo the size.
    template <class T>
    __device__ T shfl_xor(T value, usize bits) const
    {
        return detail::shuffle_xor<N>(mask(), value, static_cast<u32>(bits) & (N - 1));
    }

    __device__ bool any(bool predicate) const { return __any_sync(mask(), predicate) != 0; }
    __device__ bool all(bool predicate) const { return __all_sync(mask(), predicate) != 0; }
    /// The threads for which `predicate` holds, a bit a rank.
    __device__ u32 ballot(bool predicate) const { return __ballot_sync(mask(), predicate) >> first_lane(); }

    /// The threads that give the same integer as this one, a bit a rank.
    template <class T>
    __device__ u32 match_any(T value) const
    {
        return detail::match_any(mask(), value) >> first_lane();
    }
    /// All threads, a bit a rank, if they give the same integer, else 0.
    template <class T>
    __device__ u32 match_all(T value) const
    {
        return detail::match_all(mask(), value) >> first_lane();
    }

    __device__ CoalescedGroup binary_partition(bool predicate) const { return detail::binary_part(mask(), predicate); }
    template <class T>
    __device__ CoalescedGroup labeled_partition(T label) const
    {
        return detail::labeled_part(mask(), label);
    }

    template <class T, class Op>
    __device__ T reduce(T value, Op op) const
    {
        return detail::reduce_segment<N>(mask(), value, op);
    }
    template <class T, class Op>
    __device__ T inclusive_scan(T value, Op op) const
    {
        return detail::scan_segment<N>(mask(), value, op);
    }
    template <class T, class Op>
    __device__ T exclusive_scan(T value, Op op) const
    {
        return detail::exclude_segment<N>(mask(), detail::scan_segment<N>(mask(), value, op), op);
    }

private:
    __device__ static u32 rank() { return detail::lane() & (N - 1); }
    __device__ static u32 first_lane() { return N == 32 ? 0u : detail::lane() & ~(N - 1); }
    /// A constant for a whole warp.
    __device__ static u32 mask()
    {
        if constexpr (N == 32) {
            return detail::full_warp;
        } else {
            return ((1u << N) - 1) << first_lane();
        }
    }
};

} // namespace phalanx
