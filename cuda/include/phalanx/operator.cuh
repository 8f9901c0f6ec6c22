// The operators of reductions and scans: `Plus`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`.

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

namespace detail {

/// What no value changes when combined with it; of floats 0 for the sum and infinities for minimum and maximum, which ignore NaN.
template <class T, class Op>
__device__ T neutral(Op)
{
    if constexpr (is_same<Op, Min>) {
        if constexpr (is_integer<T>) {
            return int_max<T>;
        } else {
            return Infinity<T>::of(false);
        }
    } else if constexpr (is_same<Op, Max>) {
        if constexpr (is_integer<T>) {
            return int_min<T>;
        } else {
            return Infinity<T>::of(true);
        }
    } else if constexpr (is_same<Op, BitAnd>) {
        return static_cast<T>(~T(0));
    } else {
        return T{};
    }
}

} // namespace detail

} // namespace phalanx
