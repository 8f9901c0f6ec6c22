// Slices, arrays and tuples: Rust's memory in C++.

#pragma once

#include "panic.cuh"
#include "types.cuh"

namespace phalanx {

namespace detail {

__device__ inline void check_range(usize from, usize to, usize len, u32 site)
{
    if (PHALANX_UNLIKELY(from > to)) {
        panic(site, from, to);
    }
    if (PHALANX_UNLIKELY(to > len)) {
        panic(site + 1, to, len);
    }
}

} // namespace detail

/// `&[T]` is a `Slice<const T>`, `&mut [T]` a `Slice<T>`: a pointer and a length in elements.
///
/// A function whose name ends on `at`, `sub` or `swap` takes the place in the Rust source (`site`) to report where an
/// index is out of bounds.
template <class T>
struct Slice {
    T* data;
    usize len;

    /// `slice[i]`.
    __device__ T& at(usize i, u32 site) const
    {
        if (PHALANX_UNLIKELY(i >= len)) {
            panic_bounds(site, i, len);
        }
        return data[i];
    }

    /// `slice.get_unchecked(i)`.
    __device__ T& operator[](usize i) const { return data[i]; }

    __device__ bool is_empty() const { return len == 0; }

    /// `slice[from..to]`. The places are those of `from` beyond `to`, and of `to` beyond the length.
    __device__ Slice sub(usize from, usize to, u32 site) const
    {
        detail::check_range(from, to, len, site);
        return {data + from, to - from};
    }

    /// `slice[from..]`.
    __device__ Slice sub_from(usize from, u32 site) const
    {
        if (PHALANX_UNLIKELY(from > len)) {
            panic(site, from, len);
        }
        return {data + from, len - from};
    }

    /// `slice[from..=to]`, with the places of `sub`.
    __device__ Slice sub_inclusive(usize from, usize to, u32 site) const
    {
        if (PHALANX_UNLIKELY(to == ~usize(0))) {
            panic(site + 1, to, len);
        }
        return sub(from, to + 1, site);
    }

    /// `slice.swap(i, j)`.
    __device__ void swap(usize i, usize j, u32 site) const
    {
        T& a = at(i, site);
        T& b = at(j, site);
        const T old = a;
        a = b;
        b = old;
    }

    /// `slice.fill(value)`, by this thread alone.
    __device__ void fill(T value) const
    {
        for (usize i = 0; i < len; ++i) {
            data[i] = value;
        }
    }

    /// `&mut [T]` where `&[T]` is asked.
    __device__ operator Slice<const T>() const { return {data, len}; }
};

/// A read-only slice converts to nothing else.
template <class T>
struct Slice<const T> {
    const T* data;
    usize len;

    __device__ const T& at(usize i, u32 site) const
    {
        if (PHALANX_UNLIKELY(i >= len)) {
            panic_bounds(site, i, len);
        }
        return data[i];
    }

    __device__ const T& operator[](usize i) const { return data[i]; }

    __device__ bool is_empty() const { return len == 0; }

    __device__ Slice sub(usize from, usize to, u32 site) const
    {
        detail::check_range(from, to, len, site);
        return {data + from, to - from};
    }
    __device__ Slice sub_from(usize from, u32 site) const
    {
        if (PHALANX_UNLIKELY(from > len)) {
            panic(site, from, len);
        }
        return {data + from, len - from};
    }
    __device__ Slice sub_inclusive(usize from, usize to, u32 site) const
    {
        if (PHALANX_UNLIKELY(to == ~usize(0))) {
            panic(site + 1, to, len);
        }
        return sub(from, to + 1, site);
    }
};

/// `[T; N]`: a value, copied as a whole.
template <class T, usize N>
struct array {
    static constexpr usize len = N;
    T items[N == 0 ? 1 : N];

    /// `array[i]`.
    __device__ T& at(usize i, u32 site)
    {
        if (PHALANX_UNLIKELY(i >= N)) {
            panic_bounds(site, i, N);
        }
        return items[i];
    }
    __device__ const T& at(usize i, u32 site) const
    {
        if (PHALANX_UNLIKELY(i >= N)) {
            panic_bounds(site, i, N);
        }
        return items[i];
    }

    /// An index that the compiler has checked, or `get_unchecked`.
    __host__ __device__ constexpr T& operator[](usize i) { return items[i]; }
    __host__ __device__ constexpr const T& operator[](usize i) const { return items[i]; }

    __device__ static constexpr bool is_empty() { return N == 0; }

    /// `&mut array` where `&mut [T]` is asked.
    __device__ Slice<T> slice() { return {items, N}; }
    __device__ Slice<const T> slice() const { return {items, N}; }
};

/// `[value; N]`.
template <usize N, class T>
__host__ __device__ constexpr array<T, N> repeat(T value)
{
    array<T, N> all{};
    for (usize i = 0; i < N; ++i) {
        all.items[i] = value;
    }
    return all;
}

/// `(A, B, …)`: a value with the members `_0`, `_1`, ….
template <class... T>
struct tuple;
template <class A>
struct tuple<A> {
    A _0;
};
template <class A, class B>
struct tuple<A, B> {
    A _0;
    B _1;
};
template <class A, class B, class C>
struct tuple<A, B, C> {
    A _0;
    B _1;
    C _2;
};
template <class A, class B, class C, class D>
struct tuple<A, B, C, D> {
    A _0;
    B _1;
    C _2;
    D _3;
};
template <class A, class B, class C, class D, class E>
struct tuple<A, B, C, D, E> {
    A _0;
    B _1;
    C _2;
    D _3;
    E _4;
};
template <class A, class B, class C, class D, class E, class F>
struct tuple<A, B, C, D, E, F> {
    A _0;
    B _1;
    C _2;
    D _3;
    E _4;
    F _5;
};

namespace detail {

extern __shared__ uint4 dynamic_shared_memory[];

/// The next multiple of `align`, a power of two.
__device__ constexpr usize align_up(usize offset, usize align) { return (offset + align - 1) & ~(align - 1); }

} // namespace detail

/// The dynamic shared arrays of a kernel, cut off one after the other in the order of its parameters: each begins at the
/// next multiple of its alignment, at least 16 bytes (`abi.rs`, `shared_align`).
struct DynamicShared {
    usize offset = 0;

    template <class T>
    __device__ Slice<T> take(usize len)
    {
        constexpr usize align = alignof(T) > 16 ? alignof(T) : 16;
        offset = detail::align_up(offset, align);
        T* const first = reinterpret_cast<T*>(reinterpret_cast<char*>(detail::dynamic_shared_memory) + offset);
        offset += len * sizeof(T);
        return {first, len};
    }
};

} // namespace phalanx
