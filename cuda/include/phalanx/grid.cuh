// `Grid` and `CooperativeGrid`: all threads of a launch, and their barrier.

#pragma once

#include "arrival.cuh"
#include "stride.cuh"
#include "tile.cuh"
#include "types.cuh"

namespace phalanx {

/// Ranks and strides; no barrier.
struct Grid {
    __device__ usize num_blocks() const { return static_cast<usize>(gridDim.x) * gridDim.y * gridDim.z; }
    /// x fastest, as everywhere.
    __device__ usize block_rank() const { return (static_cast<usize>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
    __device__ Dim3 block_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    __device__ Dim3 dim_blocks() const { return {gridDim.x, gridDim.y, gridDim.z}; }

    __device__ usize num_threads() const { return num_blocks() * detail::block_num_threads(); }
    /// Block by block.
    __device__ usize thread_rank() const { return block_rank() * detail::block_num_threads() + detail::block_thread_rank(); }

    template <class I>
    __device__ Steps<I> stride(detail::identity_t<I> start, detail::identity_t<I> end) const
    {
        return detail::share<I>(start, end, thread_rank(), num_threads());
    }
};

/// A grid whose blocks are all resident, so that they can wait for each other.
///
/// The barrier is one counter. Every block adds one to it, but one block adds as much as makes all of them together half of the
/// counter's range: the top bit flips when the last has come, and the lower bits are back at zero, so that the next
/// barrier, in this launch or a later one, needs no reset. NVIDIA's cooperative groups count in the same way; here a block does
/// not wait for the answer to its addition, and its polls order nothing.
struct CooperativeGrid : Grid {
    /// The counter is the parameter that the launch adds to the kernel's own (`abi.rs`).
    __device__ explicit CooperativeGrid(u32* counter)
        : counter(counter)
        , phase(leads() ? load_relaxed() & flipped : 0)
    {
        // The top bit stays as it is until this block, too, has come to a barrier.
    }

    __device__ void sync() const
    {
        begin();
        if (leads()) {
            // Polls queue ahead of the other blocks' arrivals at the one place in L2 that takes both, so none is sent while
            // most blocks must still be on their way: measured on an H200, best at some 2/3 ns a block.
            const u32 blocks = static_cast<u32>(num_blocks());
            const u32 delay = blocks - blocks / 3;
            __nanosleep(delay < 700 ? delay : 700);
        }
        finish();
    }

    __device__ Arrival<CooperativeGrid> arrive() const
    {
        begin();
        return {*this};
    }
    /// The wait of an arrival.
    __device__ void finish() const
    {
        if (leads()) {
            while ((load_relaxed() & flipped) == phase) {
                __nanosleep(20);
            }
            load_acquire(); // reads from the releases of all blocks
            phase ^= flipped;
        }
        __syncthreads();
    }

    /// The value of the thread of rank `rank` modulo the size, which is the same in all threads.
    template <class T>
    __device__ T broadcast(T value, usize rank) const
    {
        const usize size = num_threads();
        return give(value, rank < size ? rank : rank % size);
    }
    /// What rank 0's place holds when all threads are here.
    template <class T>
    __device__ T load_uniform(const T* place) const
    {
        sync();
        return give(thread_rank() == 0 ? *place : T{}, 0);
    }

private:
    static constexpr u32 flipped = 0x80000000u;

    u32* counter;
    mutable u32 phase; ///< The top bit before the barrier, in the block's first thread.

    /// The block arrives.
    __device__ void begin() const
    {
        __syncthreads(); // what the block's threads wrote is now ordered before its first thread's release
        if (leads()) {
            const u32 blocks = static_cast<u32>(num_blocks());
            add_release(block_rank() == 0 ? flipped - (blocks - 1) : 1u);
        }
    }

    /// Values go through memory that the counter's allocation has to spare, away from the cache line that is polled (`stream.rs` of the
    /// runtime).
    template <class T>
    __device__ T give(T value, usize rank) const
    {
        static_assert(sizeof(T) <= 32, "the front-end refuses more");
        volatile u32* slot = counter + 32;
        constexpr u32 count = (sizeof(T) + 3) / 4;
        u32 words[count] = {};
        if (thread_rank() == rank) {
            memcpy(words, &value, sizeof(T));
            for (u32 i = 0; i < count; ++i) {
                slot[i] = words[i];
            }
        }
        sync();
        for (u32 i = 0; i < count; ++i) {
            words[i] = slot[i];
        }
        memcpy(&value, words, sizeof(T));
        sync(); // the slot may be taken again
        return value;
    }

    __device__ static bool leads() { return detail::block_thread_rank() == 0; }

    __device__ usize address() const { return __cvta_generic_to_global(counter); }
    __device__ u32 load_relaxed() const
    {
        u32 value;
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address()) : "memory");
        return value;
    }
    __device__ u32 load_acquire() const
    {
        u32 value;
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address()) : "memory");
        return value;
    }
    __device__ void add_release(u32 operand) const
    {
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" : : "l"(address()), "r"(operand) : "memory");
    }
};

} // namespace phalanx
