// `CoalescedGroup`: threads of a warp, those that came here together or a part of a group.

#pragma once

#include "reduce.cuh"
#include "scan.cuh"
#include "stride.cuh"
#include "types.cuh"
#include "warp.cuh"

namespace phalanx {

struct CoalescedGroup {
    /// The lanes of the group. Ranks count its set bits from the lowest.
    u32 lanes;
    /// Of the partition that made the group: how many parts there are, and which of them this is.
    u32 parts = 1;
    u32 number = 0;

    __device__ usize num_threads() const { return size(); }
    __device__ usize thread_rank() const { return rank(); }
    __device__ usize meta_group_size() const { return parts; }
    __device__ usize meta_group_rank() const { return number; }

    template <class I>
    __device__ Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end) const
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }

    __device__ void sync() const { __syncwarp(lanes); }

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
        const T value = detail::shuffle(lanes, *place, static_cast<u32>(__ffs(static_cast<int>(lanes))) - 1);
        sync();
        return value;
    }

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
        return to_ranks(__ballot_sync(lanes, predicate));
    }

    /// The threads that give the same integer as this one, a bit a rank.
    template <class T>
    __device__ u32 match_any(T value) const
    {
        return to_ranks(detail::match_any(lanes, value));
    }
    /// All threads, a bit a rank, if they give the same integer, else 0.
    template <class T>
    __device__ u32 match_all(T value) const
    {
        return to_ranks(detail::match_all(lanes, value));
    }

    __device__ CoalescedGroup binary_partition(bool predicate) const;
    template <class T>
    __device__ CoalescedGroup labeled_partition(T label) const;

    template <class T, class Op>
    __device__ T reduce(T value, Op op) const
    {
        return detail::reduce_lanes(lanes, value, op);
    }
    template <class T, class Op>
    __device__ T inclusive_scan(T value, Op op) const
    {
        return detail::scan_lanes(lanes, value, op);
    }
    template <class T, class Op>
    __device__ T exclusive_scan(T value, Op op) const
    {
        return detail::exclude_lanes(lanes, detail::scan_lanes(lanes, value, op), op);
    }

private:
    __device__ u32 size() const { return static_cast<u32>(__popc(lanes)); }
    __device__ u32 rank() const { return static_cast<u32>(__popc(lanes & detail::lanes_below())); }
    /// Bits of lanes as bits of ranks.
    __device__ u32 to_ranks(u32 bits) const { return lanes == detail::full_warp ? bits : detail::gather_bits(bits, lanes); }
    __device__ u32 lane_of(u32 rank) const { return lanes == detail::full_warp ? rank : detail::nth_bit(lanes, rank); }
};

namespace detail {

/// The lanes of `mask` whose predicate is this one's: part 0 where it does not hold, part 1 where it does, or the whole.
__device__ inline CoalescedGroup binary_part(u32 mask, bool predicate)
{
    const u32 set = __ballot_sync(mask, predicate);
    if (set == mask || set == 0) {
        return {mask};
    }
    return {predicate ? set : mask & ~set, 2, predicate ? 1u : 0u};
}

/// The lanes of `mask` whose label is this one's; parts are numbered by their lowest lanes.
template <class T>
__device__ CoalescedGroup labeled_part(u32 mask, T label)
{
    const u32 part = match_any(mask, label);
    const u32 first = part & (0u - part);
    const u32 firsts = __ballot_sync(mask, first == 1u << lane());
    return {part, static_cast<u32>(__popc(firsts)), static_cast<u32>(__popc(firsts & (first - 1)))};
}

} // namespace detail

__device__ inline CoalescedGroup CoalescedGroup::binary_partition(bool predicate) const { return detail::binary_part(lanes, predicate); }

template <class T>
__device__ CoalescedGroup CoalescedGroup::labeled_partition(T label) const
{
    return detail::labeled_part(lanes, label);
}

/// Whoever is here at this moment; waits for nobody.
__device__ inline CoalescedGroup coalesced_threads() { return {__activemask()}; }

} // namespace phalanx
