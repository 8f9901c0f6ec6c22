// What a `for` goes through: `for (const usize i : grid.stride<usize>(0, n))`.
//
// A loop is counted before it begins. That makes it safe where the next index would overflow, and it is fast: with the
// number of rounds known, nvcc unrolls the loop and moves the loads of several rounds together, which it does not do for
// `i < n; i += step` on 64-bit indices.

#pragma once

#include "panic.cuh"
#include "types.cuh"

namespace phalanx {

namespace detail {

/// Counts the rounds of a loop over `I`: 32 bits are enough for the narrower types, and cheaper.
template <class I>
using count_t = choose_t<sizeof(I) <= 4, u32, u64>;

} // namespace detail

/// The indices `first`, `first + step`, …, `rounds` of them.
///
/// If `Bounded`, every index is in `low..high`: the optimiser is told so, and then knows a bounds check against the same
/// length to hold.
template <class I, bool Bounded = true, class Count = detail::count_t<I>>
struct Steps {
    I first;
    Count step; ///< Added with wrapping: of a falling sequence it is the negative of the distance.
    Count rounds;
    I low;
    I high;

    struct End {};
    struct Iterator {
        I index;
        Count step;
        Count left;
        I low;
        I high;

        __device__ bool operator!=(End) const { return left != 0; }
        __device__ I operator*() const
        {
            if constexpr (Bounded) {
                __builtin_assume(low <= index && index < high);
            }
            return index;
        }
        __device__ void operator++()
        {
            --left;
            index = static_cast<I>(static_cast<Count>(index) + step);
        }
    };

    __device__ Iterator begin() const { return {first, step, rounds, low, high}; }
    __device__ End end() const { return {}; }

    /// The same indices from the last to the first.
    __device__ Steps rev() const
    {
        const Count last = static_cast<Count>(first) + (rounds - 1) * step; // without rounds it is nothing, and not used
        return {static_cast<I>(last), Count(0) - step, rounds, low, high};
    }

    /// Every `by`-th index, from the first on. A `by` of 0 panics.
    __device__ Steps step_by(usize by, u32 site) const
    {
        if (PHALANX_UNLIKELY(by == 0)) {
            panic(site);
        }
        // A distance beyond the count type goes past every index: one round is left.
        const Count apart = by > static_cast<Count>(~Count(0)) ? static_cast<Count>(~Count(0)) : static_cast<Count>(by);
        return {first, step * apart, rounds == 0 ? Count(0) : (rounds - 1) / apart + 1, low, high};
    }
};

/// `start..end`.
template <class I>
__device__ Steps<I> range(detail::identity_t<I> start, detail::identity_t<I> end)
{
    using Count = detail::count_t<I>;
    return {start, 1, start < end ? static_cast<Count>(end) - static_cast<Count>(start) : Count(0), start, end};
}

/// `start..=last`. One that holds all 2^64 values of its type is one round short.
template <class I>
__device__ Steps<I, false, u64> range_inclusive(detail::identity_t<I> start, detail::identity_t<I> last)
{
    const u64 rounds = static_cast<u64>(last) - static_cast<u64>(start) + 1;
    return {start, 1, start > last ? 0 : rounds == 0 ? ~u64(0) : rounds, start, last};
}

namespace detail {

/// Every `size`-th index of `start..end`, from the `rank`-th on: the share of one thread of a group of `size`.
template <class I>
__device__ Steps<I> share(I start, I end, usize rank, usize size)
{
    using Count = count_t<I>;
    const Count length = start < end ? static_cast<Count>(end) - static_cast<Count>(start) : Count(0);
    // A group larger than the count type goes past every index in one step.
    const Count step = size > static_cast<Count>(~Count(0)) ? static_cast<Count>(~Count(0)) : static_cast<Count>(size);
    // Without a branch, and told that the group is not empty, nvcc may divide ahead of a loop around this one: a solver that
    // strides over the same range again and again divides once.
    __builtin_assume(step != 0);
    const Count first = static_cast<Count>(rank);
    const Count after = (length - 1 - first) / step;
    const Count rounds = rank < length ? after + 1 : 0;
    return {static_cast<I>(static_cast<Count>(start) + first), step, rounds, start, end};
}

} // namespace detail

} // namespace phalanx
