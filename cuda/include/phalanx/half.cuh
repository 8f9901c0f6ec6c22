// `f16` and `bf16`: the types of the `half` crate, bit for bit.
//
// Arithmetic converts to `f32`, computes, and rounds back, as `half` does. For `+ - * /` and the square root that is the correctly
// rounded result: `f32` has more than twice the digits (Figueroa, "When is double rounding innocuous?", 1995).

#pragma once

#include <cuda_fp16.h>

#include "float.cuh"
#include "types.cuh"

namespace phalanx {

/// IEEE 754's binary16.
struct f16 {
    u16 bits;
};

/// The upper half of an `f32`.
struct bf16 {
    u16 bits;
};

namespace detail {

template <class T>
inline constexpr bool is_half = is_same<T, f16> || is_same<T, bf16>;

template <>
struct Infinity<f16> {
    __device__ static f16 of(bool negative) { return {static_cast<u16>(negative ? 0xfc00u : 0x7c00u)}; }
};
template <>
struct Infinity<bf16> {
    __device__ static bf16 of(bool negative) { return {static_cast<u16>(negative ? 0xff80u : 0x7f80u)}; }
};

} // namespace detail

#define PHALANX_HALF template <class T, detail::enable<detail::is_half<T>> = 0>

__device__ inline f32 to_f32(f16 x) { return __half2float(__ushort_as_half(x.bits)); }
__device__ inline f32 to_f32(bf16 x) { return __uint_as_float(static_cast<u32>(x.bits) << 16); }

template <class T, detail::enable<detail::is_same<T, f16>> = 0>
__device__ T from_f32(f32 x)
{
    return f16{__half_as_ushort(__float2half_rn(x))};
}

/// To the nearest, ties to even; a NaN keeps its upper bits and is quiet.
template <class T, detail::enable<detail::is_same<T, bf16>> = 0>
__device__ T from_f32(f32 x)
{
    const u32 bits = __float_as_uint(x);
    if (x != x) {
        return bf16{static_cast<u16>(bits >> 16 | 0x0040u)};
    }
    return bf16{static_cast<u16>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

PHALANX_HALF __device__ f64 to_f64(T x) { return static_cast<f64>(to_f32(x)); }

/// Through `f32`, rounding twice, as `half` does with the instructions of x86.
template <class T, detail::enable<detail::is_same<T, f16>> = 0>
__device__ T from_f64(f64 x)
{
    return from_f32<f16>(static_cast<f32>(x));
}

/// As `half` does it: the lower 32 bits of the `f64` are cut off before rounding.
template <class T, detail::enable<detail::is_same<T, bf16>> = 0>
__device__ T from_f64(f64 x)
{
    const u64 all = static_cast<u64>(__double_as_longlong(x));
    const u32 high = static_cast<u32>(all >> 32);
    const u32 sign = (high & 0x80000000u) >> 16;
    const i32 exponent = static_cast<i32>(high >> 20 & 0x7ffu) - 1023 + 127;
    const u32 fraction = high & 0x000fffffu;
    if (exponent == 0x7ff - 1023 + 127) { // infinity or NaN
        const u32 quiet = fraction == 0 && static_cast<u32>(all) == 0 ? 0u : 0x0040u;
        return bf16{static_cast<u16>(sign | 0x7f80u | quiet | fraction >> 13)};
    }
    if (exponent >= 0xff) {
        return bf16{static_cast<u16>(sign | 0x7f80u)};
    }
    u32 significand = fraction; // of which the lower bits are rounded away
    u32 lost = 13;
    u32 upper = sign;
    if (exponent <= 0) { // subnormal
        if (7 - exponent > 21) {
            return bf16{static_cast<u16>(sign)};
        }
        significand |= 0x00100000u;
        lost = static_cast<u32>(14 - exponent);
    } else {
        upper |= static_cast<u32>(exponent) << 7;
    }
    const u32 half = 1u << (lost - 1);
    const bool up = (significand & half) != 0 && (significand & (3 * half - 1)) != 0;
    return bf16{static_cast<u16>((upper | significand >> lost) + (up ? 1u : 0u))};
}

PHALANX_HALF __device__ u16 to_bits(T x) { return x.bits; }
PHALANX_HALF __device__ T from_bits(u16 bits) { return T{bits}; }

PHALANX_HALF __device__ T operator+(T a, T b) { return from_f32<T>(to_f32(a) + to_f32(b)); }
PHALANX_HALF __device__ T operator-(T a, T b) { return from_f32<T>(to_f32(a) - to_f32(b)); }
PHALANX_HALF __device__ T operator*(T a, T b) { return from_f32<T>(to_f32(a) * to_f32(b)); }
PHALANX_HALF __device__ T operator/(T a, T b) { return from_f32<T>(to_f32(a) / to_f32(b)); }
PHALANX_HALF __device__ T rem(T a, T b) { return from_f32<T>(rem(to_f32(a), to_f32(b))); }
PHALANX_HALF __device__ T operator-(T a) { return T{static_cast<u16>(a.bits ^ 0x8000u)}; }
PHALANX_HALF __device__ T& operator+=(T& a, T b) { return a = a + b; }
PHALANX_HALF __device__ T& operator-=(T& a, T b) { return a = a - b; }
PHALANX_HALF __device__ T& operator*=(T& a, T b) { return a = a * b; }
PHALANX_HALF __device__ T& operator/=(T& a, T b) { return a = a / b; }
PHALANX_HALF __device__ void rem_assign(T& place, T value) { place = rem(place, value); }

PHALANX_HALF __device__ bool operator==(T a, T b) { return to_f32(a) == to_f32(b); }
PHALANX_HALF __device__ bool operator!=(T a, T b) { return to_f32(a) != to_f32(b); }
PHALANX_HALF __device__ bool operator<(T a, T b) { return to_f32(a) < to_f32(b); }
PHALANX_HALF __device__ bool operator<=(T a, T b) { return to_f32(a) <= to_f32(b); }
PHALANX_HALF __device__ bool operator>(T a, T b) { return to_f32(a) > to_f32(b); }
PHALANX_HALF __device__ bool operator>=(T a, T b) { return to_f32(a) >= to_f32(b); }

PHALANX_HALF __device__ bool is_nan(T x) { return is_nan(to_f32(x)); }
PHALANX_HALF __device__ T min(T a, T b) { return from_f32<T>(min(to_f32(a), to_f32(b))); }
PHALANX_HALF __device__ T max(T a, T b) { return from_f32<T>(max(to_f32(a), to_f32(b))); }
PHALANX_HALF __device__ T abs(T x) { return T{static_cast<u16>(x.bits & 0x7fffu)}; }
PHALANX_HALF __device__ T sqrt(T x) { return from_f32<T>(sqrt(to_f32(x))); }
PHALANX_HALF __device__ T floor(T x) { return from_f32<T>(floor(to_f32(x))); }
PHALANX_HALF __device__ T ceil(T x) { return from_f32<T>(ceil(to_f32(x))); }
PHALANX_HALF __device__ T trunc(T x) { return from_f32<T>(trunc(to_f32(x))); }
PHALANX_HALF __device__ T round(T x) { return from_f32<T>(round(to_f32(x))); }

/// `a * b + c`, rounded once: the product is exact in `f64`, and the sum is rounded to odd there, so that the second
/// rounding cannot mistake it for a tie (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
PHALANX_HALF __device__ T mul_add(T a, T b, T c)
{
    const f64 product = __dmul_rn(to_f64(a), to_f64(b));
    const f64 addend = to_f64(c);
    const f64 sum = __dadd_rn(product, addend);
    const f64 part = __dsub_rn(sum, product);
    const f64 error = __dadd_rn(__dsub_rn(product, __dsub_rn(sum, part)), __dsub_rn(addend, part));
    u64 bits = static_cast<u64>(__double_as_longlong(sum));
    if (is_finite(sum) && error != 0.0 && (bits & 1) == 0) {
        bits += (error > 0.0) == (sum > 0.0) ? 1 : ~u64(0);
    }
    return from_f64<T>(__longlong_as_double(static_cast<i64>(bits)));
}

/// See panic.cuh.
PHALANX_HALF __device__ u64 panic_bits(T value) { return value.bits; }

} // namespace phalanx
