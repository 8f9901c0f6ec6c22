// The operators of reductions: `Plus`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`.

#pragma once

#include "float.cuh"
#include "integer.cuh"
#include "types.cuh"

namespace phalanx {

struct Plus {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        if constexpr (detail::is_integer<T>) {
            return wrapping_add(a, b);
        } else {
            return a + b;
        }
    }
};

/// Of floats, a number beside a NaN wins, and -0 is less than +0: the result does not depend on the order.
struct Min {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return min(a, b);
    }
};

struct Max {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return max(a, b);
    }
};

struct BitAnd {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return static_cast<T>(a & b);
    }
};

struct BitOr {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return static_cast<T>(a | b);
    }
};

struct BitXor {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return static_cast<T>(a ^ b);
    }
};

} // namespace phalanx
