// Panics: how a kernel that finds a mistake tells the host, and ends.
//
// The panicking thread writes a record into pinned host memory and traps. The host finds the record when the next call
// to the driver fails, and makes Rust's message of it: the texts never leave the host, the record names the place (an index
// into the kernel's list of places) and carries the values.

#pragma once

#include "types.cuh"

namespace phalanx {

/// The record in the host's memory; `phalanx_runtime::panic::PanicRecord` has the same layout.
struct alignas(8) PanicRecord {
    u32 state; ///< 0: nothing happened; 1: being written; 2: written.
    u32 site;
    u32 block[3];
    u32 thread[3];
    u64 values[4];
};
static_assert(sizeof(PanicRecord) == 64 && alignof(PanicRecord) == 8, "the layout the host reads");

} // namespace phalanx

extern "C" {
/// Set by the host when it has loaded the module.
__device__ phalanx::PanicRecord* phalanx_panic_record = nullptr;
/// 0: nobody has panicked; 1: somebody writes the record; 2: it is written. In the device's memory, because not every
/// machine has atomic operations on the host's.
__device__ phalanx::u32 phalanx_panic_state = 0;
}

namespace phalanx {

/// Whether a condition holds that is expected never to.
#define PHALANX_UNLIKELY(condition) __builtin_expect(static_cast<bool>(condition), false)

/// Writes the record and ends the launch. The first thread to come writes; the others wait for it, since the first trap
/// ends everything.
///
/// Out of line, so that a check costs a comparison and a branch never taken.
[[noreturn]] __device__ __noinline__ static void panic_values(u32 site, u64 v0, u64 v1, u64 v2, u64 v3)
{
    PanicRecord volatile* record = phalanx_panic_record;
    if (record != nullptr) {
        if (atomicCAS(&phalanx_panic_state, 0u, 1u) == 0u) {
            record->state = 1;
            record->site = site;
            record->block[0] = blockIdx.x;
            record->block[1] = blockIdx.y;
            record->block[2] = blockIdx.z;
            record->thread[0] = threadIdx.x;
            record->thread[1] = threadIdx.y;
            record->thread[2] = threadIdx.z;
            record->values[0] = v0;
            record->values[1] = v1;
            record->values[2] = v2;
            record->values[3] = v3;
            __threadfence_system(); // the host sees the record before it sees that it is complete
            record->state = 2;
            __threadfence_system();
            atomicExch(&phalanx_panic_state, 2u);
        } else {
            while (atomicAdd(&phalanx_panic_state, 0u) != 2u) {
                __nanosleep(100);
            }
        }
    }
    __trap();
    __builtin_unreachable();
}

/// An index out of bounds. The message shows the length first.
[[noreturn]] __device__ __noinline__ static void panic_bounds(u32 site, usize index, usize len)
{
    panic_values(site, len, index, 0, 0);
}

/// The bits of a value, sign- or zero-extended.
template <class T, detail::enable<detail::is_integer<T> || detail::is_same<T, bool>> = 0>
__device__ constexpr u64 panic_bits(T value)
{
    return static_cast<u64>(value);
}
__device__ inline u64 panic_bits(f32 value) { return __float_as_uint(value); }
__device__ inline u64 panic_bits(f64 value) { return static_cast<u64>(__double_as_longlong(value)); }

/// A panic whose message shows up to four values.
[[noreturn]] __device__ inline void panic(u32 site) { panic_values(site, 0, 0, 0, 0); }
template <class A>
[[noreturn]] __device__ inline void panic(u32 site, A a)
{
    panic_values(site, panic_bits(a), 0, 0, 0);
}
template <class A, class B>
[[noreturn]] __device__ inline void panic(u32 site, A a, B b)
{
    panic_values(site, panic_bits(a), panic_bits(b), 0, 0);
}
template <class A, class B, class C>
[[noreturn]] __device__ inline void panic(u32 site, A a, B b, C c)
{
    panic_values(site, panic_bits(a), panic_bits(b), panic_bits(c), 0);
}
template <class A, class B, class C, class D>
[[noreturn]] __device__ inline void panic(u32 site, A a, B b, C c, D d)
{
    panic_values(site, panic_bits(a), panic_bits(b), panic_bits(c), panic_bits(d));
}

} // namespace phalanx
