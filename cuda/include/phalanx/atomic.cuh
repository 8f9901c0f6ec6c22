// `Atomic<T>`: Rust's atomic operations with Rust's orderings, at the scope of the device.
//
// Relaxed operations are CUDA's plain atomic functions, and volatile loads and stores, which are relaxed (CUDA C++ Programming
// Guide, "Atomic Functions"; PTX ISA, "Memory Consistency Model"): the compiler knows them, gives them the instructions of
// the memory they turn out to work on, and drops a result that nobody takes. The others are nvcc's builtins
// `__nv_atomic_*`, which take the orders of C++: loads acquire and sequentially consistent; stores release and sequentially
// consistent; the rest all.
//
// One thing is the hardware's own: a sum of `f32` in global memory flushes subnormal numbers to zero (PTX ISA, `atom`).

#pragma once

#include "float.cuh"
#include "integer.cuh"
#include "types.cuh"

namespace phalanx {

/// An ordering of `core::sync::atomic::Ordering`: a type each, since the builtins take literals only. `OnFailure` is the order
/// in which an exchange that fails loads: without the release.
template <int Order, int OnFailure = Order>
struct Ordering {};
inline constexpr Ordering<__NV_ATOMIC_RELAXED> Relaxed{};
inline constexpr Ordering<__NV_ATOMIC_ACQUIRE> Acquire{};
inline constexpr Ordering<__NV_ATOMIC_RELEASE, __NV_ATOMIC_RELAXED> Release{};
inline constexpr Ordering<__NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE> AcqRel{};
inline constexpr Ordering<__NV_ATOMIC_SEQ_CST> SeqCst{};

namespace detail {

/// The bits of a value: what `compare_and_swap` compares, so that it tells -0 from 0 and finds a NaN again.
template <class T>
__device__ unsigned_t<T> atomic_bits(T value)
{
    if constexpr (is_float<T>) {
        return to_bits(value);
    } else {
        return static_cast<unsigned_t<T>>(value);
    }
}
template <class T>
__device__ T atomic_value(unsigned_t<T> bits)
{
    if constexpr (is_float<T>) {
        return from_bits<T>(bits);
    } else {
        return static_cast<T>(bits);
    }
}

} // namespace detail

/// A number of 32 or 64 bits in global or shared memory that threads share.
///
/// Exchanges, sums and bit operations of integers work on their bits: they are the same for signed and unsigned integers, and
/// CUDA has only the unsigned ones of 64 bits.
template <class T>
struct Atomic {
    T value;

    template <int Order, int OnFailure>
    __device__ T load(Ordering<Order, OnFailure>) const
    {
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return *const_cast<const volatile T*>(&value);
        } else {
            T loaded;
            __nv_atomic_load(&value, &loaded, Order, __NV_THREAD_SCOPE_DEVICE);
            return loaded;
        }
    }

    template <int Order, int OnFailure>
    __device__ void store(T stored, Ordering<Order, OnFailure>)
    {
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            *const_cast<volatile T*>(&value) = stored;
        } else {
            __nv_atomic_store(&value, &stored, Order, __NV_THREAD_SCOPE_DEVICE);
        }
    }

    template <int Order, int OnFailure>
    __device__ T swap(T stored, Ordering<Order, OnFailure>)
    {
        const Bits operand = detail::atomic_bits(stored);
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return detail::atomic_value<T>(atomicExch(bits(), operand));
        } else {
            return detail::atomic_value<T>(__nv_atomic_exchange_n(bits(), operand, Order, __NV_THREAD_SCOPE_DEVICE));
        }
    }

    /// Stores `desired` where the bits of `current` are; gives what was there.
    template <int Order, int OnFailure>
    __device__ T compare_and_swap(T current, T desired, Ordering<Order, OnFailure>)
    {
        Bits expected = detail::atomic_bits(current);
        Bits operand = detail::atomic_bits(desired);
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return detail::atomic_value<T>(atomicCAS(bits(), expected, operand));
        } else {
            __nv_atomic_compare_exchange(bits(), &expected, &operand, false, Order, OnFailure, __NV_THREAD_SCOPE_DEVICE);
            return detail::atomic_value<T>(expected); // where they differed, it was overwritten with what was there
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_add(T operand, Ordering<Order, OnFailure>)
    {
        if constexpr (detail::is_float<T>) {
            if constexpr (Order == __NV_ATOMIC_RELAXED) {
                return atomicAdd(&value, operand);
            } else {
                return __nv_atomic_fetch_add(&value, operand, Order, __NV_THREAD_SCOPE_DEVICE);
            }
        } else {
            if constexpr (Order == __NV_ATOMIC_RELAXED) {
                return static_cast<T>(atomicAdd(bits(), static_cast<Bits>(operand)));
            } else {
                return static_cast<T>(__nv_atomic_fetch_add(bits(), static_cast<Bits>(operand), Order, __NV_THREAD_SCOPE_DEVICE));
            }
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_sub(T operand, Ordering<Order, OnFailure> order)
    {
        if constexpr (detail::is_float<T>) {
            return fetch_add(-operand, order);
        } else {
            return fetch_add(wrapping_neg(operand), order);
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_min(T operand, Ordering<Order, OnFailure> order)
    {
        if constexpr (detail::is_float<T>) {
            return update(order, [operand](T old) { return min(old, operand); });
        } else if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return atomicMin(&value, operand);
        } else {
            return __nv_atomic_fetch_min(&value, operand, Order, __NV_THREAD_SCOPE_DEVICE);
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_max(T operand, Ordering<Order, OnFailure> order)
    {
        if constexpr (detail::is_float<T>) {
            return update(order, [operand](T old) { return max(old, operand); });
        } else if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return atomicMax(&value, operand);
        } else {
            return __nv_atomic_fetch_max(&value, operand, Order, __NV_THREAD_SCOPE_DEVICE);
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_and(T operand, Ordering<Order, OnFailure>)
    {
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return static_cast<T>(atomicAnd(bits(), static_cast<Bits>(operand)));
        } else {
            return static_cast<T>(__nv_atomic_fetch_and(bits(), static_cast<Bits>(operand), Order, __NV_THREAD_SCOPE_DEVICE));
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_or(T operand, Ordering<Order, OnFailure>)
    {
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return static_cast<T>(atomicOr(bits(), static_cast<Bits>(operand)));
        } else {
            return static_cast<T>(__nv_atomic_fetch_or(bits(), static_cast<Bits>(operand), Order, __NV_THREAD_SCOPE_DEVICE));
        }
    }

    template <int Order, int OnFailure>
    __device__ T fetch_xor(T operand, Ordering<Order, OnFailure>)
    {
        if constexpr (Order == __NV_ATOMIC_RELAXED) {
            return static_cast<T>(atomicXor(bits(), static_cast<Bits>(operand)));
        } else {
            return static_cast<T>(__nv_atomic_fetch_xor(bits(), static_cast<Bits>(operand), Order, __NV_THREAD_SCOPE_DEVICE));
        }
    }

private:
    using Bits = detail::unsigned_t<T>;

    __device__ Bits* bits() { return reinterpret_cast<Bits*>(&value); }

    /// `new = f(old)` by compare-and-swap: the hardware has no minimum and maximum of floats.
    template <int Order, int OnFailure, class F>
    __device__ T update(Ordering<Order, OnFailure> order, F f)
    {
        T old = load(Relaxed);
        while (true) {
            const T desired = f(old);
            if constexpr (Order == __NV_ATOMIC_RELAXED) {
                // Storing what is there already is seen by nobody.
                if (detail::atomic_bits(desired) == detail::atomic_bits(old)) {
                    return old;
                }
            }
            const T found = compare_and_swap(old, desired, order);
            if (detail::atomic_bits(found) == detail::atomic_bits(old)) {
                return old;
            }
            old = found;
        }
    }
};

} // namespace phalanx
