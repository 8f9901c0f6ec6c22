// What tiles and coalesced groups are made of: lanes of a warp, masks, shuffles of any value.

#pragma once

#include "types.cuh"

namespace phalanx::detail {

inline constexpr u32 warp_size = 32;
inline constexpr u32 full_warp = 0xffffffffu;

/// This thread's lane. Warps are cut off the block in the order of its linear ranks (CUDA C++ Programming Guide, "SIMT
/// Architecture"), so this is the rank in the block modulo 32, in blocks of two and three dimensions too.
__device__ inline u32 lane()
{
    u32 lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/// The lanes below this thread's.
__device__ inline u32 lanes_below()
{
    u32 mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

/// Gives every 32-bit word of a value to `f` and makes a value of the results: how a value wider than a register goes
/// through a shuffle.
template <class T, class F>
__device__ T map_words(T value, F f)
{
    static_assert(sizeof(T) <= 32, "the front-end refuses more");
    constexpr u32 count = (sizeof(T) + 3) / 4;
    u32 words[count] = {};
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (u32 i = 0; i < count; ++i) {
        words[i] = f(words[i]);
    }
    memcpy(&value, words, sizeof(T));
    return value;
}

/// The value of lane `source` of the segment of `width` lanes that holds this thread.
template <u32 width = warp_size, class T>
__device__ T shuffle(u32 mask, T value, u32 source)
{
    return map_words(value, [=](u32 word) { return __shfl_sync(mask, word, static_cast<int>(source), static_cast<int>(width)); });
}

/// The value of the lane `delta` below, the thread's own where that is outside the segment. `delta` is less than 32.
template <u32 width = warp_size, class T>
__device__ T shuffle_up(u32 mask, T value, u32 delta)
{
    return map_words(value, [=](u32 word) { return __shfl_up_sync(mask, word, delta, static_cast<int>(width)); });
}

/// The value of the lane `delta` above, the thread's own where that is outside the segment. `delta` is less than 32.
template <u32 width = warp_size, class T>
__device__ T shuffle_down(u32 mask, T value, u32 delta)
{
    return map_words(value, [=](u32 word) { return __shfl_down_sync(mask, word, delta, static_cast<int>(width)); });
}

/// The value of the lane whose number differs in the bits of `bits`, which is less than `width`.
template <u32 width = warp_size, class T>
__device__ T shuffle_xor(u32 mask, T value, u32 bits)
{
    return map_words(value, [=](u32 word) { return __shfl_xor_sync(mask, word, static_cast<int>(bits), static_cast<int>(width)); });
}

/// The place of the `n`-th set bit of `mask`, from 0; `mask` has more than `n`.
__device__ inline u32 nth_bit(u32 mask, u32 n)
{
    u32 place = 0;
#pragma unroll
    for (u32 width = warp_size / 2; width != 0; width /= 2) {
        const u32 below = static_cast<u32>(__popc(mask >> place & ((1u << width) - 1)));
        if (n >= below) {
            n -= below;
            place += width;
        }
    }
    return place;
}

/// The bits of `bits` at the places set in `mask`, moved together: bits of lanes become bits of ranks.
__device__ inline u32 gather_bits(u32 bits, u32 mask)
{
    u32 gathered = 0;
    for (bits &= mask; bits != 0; bits &= bits - 1) {
        const u32 lowest = bits & (0u - bits);
        gathered |= 1u << __popc(mask & (lowest - 1));
    }
    return gathered;
}

/// The lanes of `mask` that give the same integer as this one (CUDA C++ Programming Guide, "Warp Match Functions").
template <class T>
__device__ u32 match_any(u32 mask, T value)
{
    if constexpr (sizeof(T) == 8) {
        return __match_any_sync(mask, static_cast<unsigned long long>(value));
    } else {
        return __match_any_sync(mask, static_cast<u32>(value));
    }
}

/// The whole mask if all its lanes give the same integer, else 0.
template <class T>
__device__ u32 match_all(u32 mask, T value)
{
    int all;
    if constexpr (sizeof(T) == 8) {
        return __match_all_sync(mask, static_cast<unsigned long long>(value), &all);
    } else {
        return __match_all_sync(mask, static_cast<u32>(value), &all);
    }
}

} // namespace phalanx::detail
