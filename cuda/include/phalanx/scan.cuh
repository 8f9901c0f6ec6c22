// Scans over the threads of one warp that a mask names.
//
// The order in which floats are combined is part of the meaning, as it is for reductions: Hillis and Steele's, for d = 1, 2, 4, …
// a thread of a rank of at least d puts the value of rank - d before its own.

#pragma once

#include "operator.cuh"
#include "types.cuh"
#include "warp.cuh"

namespace phalanx::detail {

/// Over an aligned segment of `size` lanes.
template <u32 size, class T, class Op>
__device__ T scan_segment(u32 mask, T value, Op op)
{
    const u32 rank = lane() & (size - 1);
#pragma unroll
    for (u32 distance = 1; distance < size; distance *= 2) {
        const T other = shuffle_up<size>(mask, value, distance);
        if (rank >= distance) {
            value = op(other, value);
        }
    }
    return value;
}

/// What the inclusive scan gives the rank below.
template <u32 size, class T, class Op>
__device__ T exclude_segment(u32 mask, T value, Op op)
{
    const T other = shuffle_up<size>(mask, value, size == 1 ? 0u : 1u);
    return (lane() & (size - 1)) == 0 ? neutral<T>(op) : other;
}

/// The lane of the rank below, 32 for rank 0.
__device__ inline u32 lane_before(u32 mask)
{
    const u32 below = mask & lanes_below();
    return below == 0 ? warp_size : 31 - static_cast<u32>(__clz(static_cast<int>(below)));
}

/// Over any set of lanes. A thread follows a pointer to the lane of rank `r - d`, and each step doubles the distance by taking that
/// lane's own pointer.
template <class T, class Op>
__device__ T scan_lanes(u32 mask, T value, Op op)
{
    if (mask == full_warp) {
        return scan_segment<warp_size>(full_warp, value, op);
    }
    u32 next = lane_before(mask);
    const u32 count = static_cast<u32>(__popc(mask));
    for (u32 distance = 1; distance < count; distance *= 2) {
        const u32 source = next == warp_size ? lane() : next; // a shuffle reads a lane of the group
        const T other = shuffle(mask, value, source);
        const u32 after = shuffle(mask, next, source);
        if (next != warp_size) {
            value = op(other, value);
            next = after;
        }
    }
    return value;
}

template <class T, class Op>
__device__ T exclude_lanes(u32 mask, T value, Op op)
{
    const u32 before = lane_before(mask);
    const T other = shuffle(mask, value, before == warp_size ? lane() : before);
    return before == warp_size ? neutral<T>(op) : other;
}

} // namespace phalanx::detail
