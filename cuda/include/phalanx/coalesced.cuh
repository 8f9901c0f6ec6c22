// `CoalescedGroup`: the threads of a warp that came here together.

#pragma once

#include "reduce.cuh"
#include "stride.cuh"
#include "types.cuh"
#include "warp.cuh"

namespace phalanx {

struct CoalescedGroup {
    /// The lanes of the group. Ranks count its set bits from the lowest.
    u32 lanes;

    __device__ usize num_threads() const { return size(); }
    __device__ usize thread_rank() const { return rank(); }
    /// One: the group was not made by partitioning another.
    __device__ constexpr usize meta_group_size() const { return 1; }
    __device__ constexpr usize meta_group_rank() const { return 0; }

    template <class I>
    __device__ Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end) const
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }

    __device__ void sync() const { __syncwarp(lanes); }

    /// The value of the thread of rank `source` modulo the size.
    template <class T>
    __device__ T shfl(T value, usize source) const
    {
        // A source in range needs no division.
        const usize wrapped = source < size() ? source : source % size();
        return detail::shuffle(lanes, value, lane_of(static_cast<u32>(wrapped)));
    }
    /// The value of the thread `delta` ranks below, the thread's own where there is none.
    template <class T>
    __device__ T shfl_up(T value, usize delta) const
    {
        const u32 own = rank();
        return detail::shuffle(lanes, value, delta <= own ? lane_of(own - static_cast<u32>(delta)) : detail::lane());
    }
    /// The value of the thread `delta` ranks above, the thread's own where there is none.
    template <class T>
    __device__ T shfl_down(T value, usize delta) const
    {
        const u32 own = rank();
        return detail::shuffle(lanes, value, delta < size() - own ? lane_of(own + static_cast<u32>(delta)) : detail::lane());
    }

    __device__ bool any(bool predicate) const { return __any_sync(lanes, predicate) != 0; }
    __device__ bool all(bool predicate) const { return __all_sync(lanes, predicate) != 0; }
    /// The threads for which `predicate` holds, a bit a rank.
    __device__ u32 ballot(bool predicate) const
    {
        const u32 bits = __ballot_sync(lanes, predicate);
        return lanes == detail::full_warp ? bits : detail::gather_bits(bits, lanes);
    }

    template <class T, class Op>
    __device__ T reduce(T value, Op op) const
    {
        return detail::reduce_lanes(lanes, value, op);
    }

private:
    __device__ u32 size() const { return static_cast<u32>(__popc(lanes)); }
    __device__ u32 rank() const { return static_cast<u32>(__popc(lanes & detail::lanes_below())); }
    __device__ u32 lane_of(u32 rank) const { return lanes == detail::full_warp ? rank : detail::nth_bit(lanes, rank); }
};

/// Whoever is here at this moment; waits for nobody.
__device__ inline CoalescedGroup coalesced_threads() { return {__activemask()}; }

} // namespace phalanx
