// Reductions over the threads of one warp that a mask names.
//
// The order in which floats are combined is part of the meaning: the emulator combines in the same one.

#pragma once

#include "float.cuh"
#include "operator.cuh"
#include "types.cuh"
#include "warp.cuh"

namespace phalanx::detail {

template <class Op>
inline constexpr bool is_bitwise = is_same<Op, BitAnd> || is_same<Op, BitOr> || is_same<Op, BitXor>;

/// Whether the hardware's `redux` does this: integers of at most 32 bits with every operator, 64-bit integers with the bit
/// operations (two halves), `f32` with minimum and maximum (as integers of the same order). In other cases lanes exchange values.
template <class T, class Op>
inline constexpr bool has_redux = (is_integer<T> && (sizeof(T) <= 4 || is_bitwise<Op>))
    || (is_same<T, f32> && (is_same<Op, Min> || is_same<Op, Max>));

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

/// `redux` on 32 bits (CUDA C++ Programming Guide, "Warp Reduce Functions"; compute capability 8.0).
template <class W, class Op>
__device__ W redux_word(u32 mask, W value, Op)
{
    if constexpr (is_same<Op, Plus>) {
        return __reduce_add_sync(mask, value);
    } else if constexpr (is_same<Op, Min>) {
        return __reduce_min_sync(mask, value);
    } else if constexpr (is_same<Op, Max>) {
        return __reduce_max_sync(mask, value);
    } else if constexpr (is_same<Op, BitAnd>) {
        return __reduce_and_sync(mask, value);
    } else if constexpr (is_same<Op, BitOr>) {
        return __reduce_or_sync(mask, value);
    } else {
        return __reduce_xor_sync(mask, value);
    }
}

template <class T, class Op>
__device__ T redux(u32 mask, T value, Op op)
{
    if constexpr (is_same<T, f32>) {
        // As integers, floats of one sign are in order and the negative ones in reverse: flipping their other bits makes one order of
        // all, with -0 below +0. A NaN becomes the integer that loses; if all lose, it turns back into a NaN.
        constexpr i32 loser = is_same<Op, Min> ? 0x7fffffff : static_cast<i32>(0x80000000u);
        const i32 bits = __float_as_int(value);
        const i32 key = is_nan(value) ? loser : bits ^ (bits >> 31 & 0x7fffffff);
        const i32 won = redux_word(mask, key, op);
        return __int_as_float(won ^ (won >> 31 & 0x7fffffff));
    } else if constexpr (sizeof(T) == 8) {
        const u64 bits = static_cast<u64>(value);
        const u64 low = redux_word(mask, static_cast<u32>(bits), op);
        const u64 high = redux_word(mask, static_cast<u32>(bits >> 32), op);
        return static_cast<T>(high << 32 | low);
    } else if constexpr (is_bitwise<Op>) {
        return static_cast<T>(redux_word(mask, static_cast<u32>(value), op));
    } else {
        using W = choose_t<is_signed<T>, i32, u32>;
        return static_cast<T>(redux_word(mask, static_cast<W>(value), op));
    }
}

/// Whether a tile of so many threads uses `redux`: only the whole warp, as in `reduce_lanes`.
template <u32 size>
inline constexpr bool redux_pays = size == 32;
inline constexpr bool redux_exists = true;

#else

template <class T, class Op>
__device__ T redux(u32, T value, Op)
{
    return value; // never called: `redux_exists` says so
}
template <u32 size>
inline constexpr bool redux_pays = false;
inline constexpr bool redux_exists = false;

#endif

/// Over an aligned segment of `size` lanes: a butterfly, halves first. Every operator gives the same bits in every lane: sums of
/// two floats do not depend on their order, and minimum and maximum are defined for NaN and -0.
template <u32 size, class T, class Op>
__device__ T reduce_segment(u32 mask, T value, Op op)
{
    if constexpr (size == 1) {
        return value;
    } else if constexpr (has_redux<T, Op> && redux_pays<size>) {
        return redux(mask, value, op);
    } else {
#pragma unroll
        for (u32 bits = size / 2; bits != 0; bits /= 2) {
            value = op(value, shuffle_xor<size>(mask, value, bits));
        }
        return value;
    }
}

/// Over any set of lanes: rank `r` takes the value of rank `r + d`, for `d` = 1, 2, 4, …, and rank 0 ends with the result.
///
/// A thread follows a pointer to the lane of rank `r + d`, and each step doubles the distance by taking that lane's own
/// pointer.
template <class T, class Op>
__device__ T reduce_lanes(u32 mask, T value, Op op)
{
    // `redux` only for a whole warp: where two groups of one warp came to it together, each with its mask, a group of one thread
    // was seen on an H200 to get a sum of others' values. A shuffle reads the lanes that it names, whoever else is there.
    if constexpr (has_redux<T, Op> && redux_exists) {
        if (mask == full_warp) {
            return redux(full_warp, value, op);
        }
    }
    if (mask == full_warp) { // the lane of rank r + d is known
        const u32 rank = lane();
#pragma unroll
        for (u32 distance = 1; distance < warp_size; distance *= 2) {
            const T other = shuffle_down(full_warp, value, distance);
            if (rank + distance < warp_size) {
                value = op(value, other);
            }
        }
        return shuffle(full_warp, value, 0);
    } else {
        constexpr u32 none = warp_size;
        const u32 above = mask & ~lanes_below() & ~(1u << lane());
        u32 next = above == 0 ? none : static_cast<u32>(__ffs(static_cast<int>(above))) - 1;
        const u32 count = static_cast<u32>(__popc(mask));
        for (u32 distance = 1; distance < count; distance *= 2) {
            const u32 source = next == none ? lane() : next; // a shuffle reads a lane of the group
            const T other = shuffle(mask, value, source);
            const u32 after = shuffle(mask, next, source);
            if (next != none) {
                value = op(value, other);
                next = after;
            }
        }
        return shuffle(mask, value, static_cast<u32>(__ffs(static_cast<int>(mask))) - 1);
    }
}

} // namespace phalanx::detail
