// `as` where C++'s conversion means something else: floats to integers.

#pragma once

#include "integer.cuh"
#include "types.cuh"

namespace phalanx {

namespace detail {

// The conversions of the hardware round towards zero and saturate (PTX ISA, `cvt`); C++'s are undefined out of range, and the
// compiler may fold them to anything.
template <class To>
__device__ inline To round_to_zero(f32 x)
{
    if constexpr (is_same<To, i32>) {
        return __float2int_rz(x);
    } else if constexpr (is_same<To, u32>) {
        return __float2uint_rz(x);
    } else if constexpr (is_same<To, i64>) {
        return __float2ll_rz(x);
    } else {
        return __float2ull_rz(x);
    }
}
template <class To>
__device__ inline To round_to_zero(f64 x)
{
    if constexpr (is_same<To, i32>) {
        return __double2int_rz(x);
    } else if constexpr (is_same<To, u32>) {
        return __double2uint_rz(x);
    } else if constexpr (is_same<To, i64>) {
        return __double2ll_rz(x);
    } else {
        return __double2ull_rz(x);
    }
}

} // namespace detail

/// `x as To` of a float: towards zero, the nearest limit where it does not fit, 0 for NaN.
template <class To, class From, detail::enable<detail::is_integer<To> && detail::is_float<From>> = 0>
__device__ To saturating_cast(From x)
{
    using Wide = detail::choose_t<sizeof(To) == 8, To, detail::choose_t<detail::is_signed<To>, i32, u32>>;
    const Wide wide = x == x ? detail::round_to_zero<Wide>(x) : Wide(0);
    if constexpr (sizeof(To) < 4) {
        return static_cast<To>(min(max(wide, Wide(int_min<To>)), Wide(int_max<To>)));
    } else {
        return wide;
    }
}

} // namespace phalanx
