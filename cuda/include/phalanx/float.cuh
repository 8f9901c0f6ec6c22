// `f32` and `f64` with Rust's meaning, by the names of Rust's methods.
//
// An `f32` never goes through a function of `f64`. Results are IEEE 754's, correctly rounded, up to the heading that says
// otherwise: nvcc divides and takes square roots that way by default (CUDA C++ Programming Guide, "Floating-Point Standard"), and
// generated code is compiled with -fmad=false unless its kernel asks for contraction.

#pragma once

#include "panic.cuh"
#include "types.cuh"

namespace phalanx {

namespace detail {

/// The infinities of a kind of float; those of 16 bits are in `half.cuh`.
template <class T>
struct Infinity {
    __device__ static T of(bool negative) { return static_cast<T>(__uint_as_float(negative ? 0xff800000u : 0x7f800000u)); }
};

} // namespace detail

// `PHALANX_FLOAT_FN(floor, floorf, floor)` is `f32 floor(f32)` and `f64 floor(f64)`.
#define PHALANX_FLOAT_FN(name, f32_function, f64_function)                                                                             \
    __device__ inline f32 name(f32 x) { return ::f32_function(x); }                                                                    \
    __device__ inline f64 name(f64 x) { return ::f64_function(x); }
#define PHALANX_FLOAT_FN2(name, f32_function, f64_function)                                                                            \
    __device__ inline f32 name(f32 x, f32 y) { return ::f32_function(x, y); }                                                          \
    __device__ inline f64 name(f64 x, f64 y) { return ::f64_function(x, y); }
#define PHALANX_FLOAT template <class T, detail::enable<detail::is_float<T>> = 0>

PHALANX_FLOAT_FN(abs, fabsf, fabs)
PHALANX_FLOAT_FN(sqrt, sqrtf, sqrt)
PHALANX_FLOAT_FN(floor, floorf, floor)
PHALANX_FLOAT_FN(ceil, ceilf, ceil)
PHALANX_FLOAT_FN(trunc, truncf, trunc)
PHALANX_FLOAT_FN(round, roundf, round) // half away from zero
PHALANX_FLOAT_FN(round_ties_even, rintf, rint)
PHALANX_FLOAT_FN2(copysign, copysignf, copysign)
/// `a % b`: exact, with the sign of `a`.
PHALANX_FLOAT_FN2(rem, fmodf, fmod)
/// A number beside a NaN wins, and -0 is less than +0 (PTX ISA, `min`, `max`).
PHALANX_FLOAT_FN2(min, fminf, fmin)
PHALANX_FLOAT_FN2(max, fmaxf, fmax)

/// `a * b + c`, rounded once.
__device__ inline f32 mul_add(f32 a, f32 b, f32 c) { return ::fmaf(a, b, c); }
__device__ inline f64 mul_add(f64 a, f64 b, f64 c) { return ::fma(a, b, c); }

PHALANX_FLOAT __device__ bool is_nan(T x) { return x != x; }
PHALANX_FLOAT __device__ bool is_infinite(T x) { return abs(x) == static_cast<T>(__builtin_huge_val()); }
PHALANX_FLOAT __device__ bool is_finite(T x) { return abs(x) < static_cast<T>(__builtin_huge_val()); }

__device__ inline u32 to_bits(f32 x) { return __float_as_uint(x); }
__device__ inline u64 to_bits(f64 x) { return static_cast<u64>(__double_as_longlong(x)); }
template <class T, detail::enable<detail::is_same<T, f32>> = 0>
__device__ T from_bits(u32 bits)
{
    return __uint_as_float(bits);
}
template <class T, detail::enable<detail::is_same<T, f64>> = 0>
__device__ T from_bits(u64 bits)
{
    return __longlong_as_double(static_cast<i64>(bits));
}

PHALANX_FLOAT __device__ bool is_sign_negative(T x) { return to_bits(x) >> (detail::bits_of<T> - 1) != 0; }
PHALANX_FLOAT __device__ bool is_sign_positive(T x) { return !is_sign_negative(x); }

/// 1 or -1, also of zeros; NaN of NaN.
PHALANX_FLOAT __device__ T signum(T x) { return is_nan(x) ? x : copysign(T(1), x); }
PHALANX_FLOAT __device__ T fract(T x) { return x - trunc(x); }
PHALANX_FLOAT __device__ T recip(T x) { return T(1) / x; }

PHALANX_FLOAT __device__ T rem_euclid(T a, detail::identity_t<T> b)
{
    const T remainder = rem(a, b);
    return remainder < T(0) ? remainder + abs(b) : remainder;
}

/// NaN stays NaN. The message shows both limits.
PHALANX_FLOAT __device__ T clamp(T x, detail::identity_t<T> low, detail::identity_t<T> high, u32 site)
{
    if (PHALANX_UNLIKELY(!(low <= high))) {
        panic(site, low, high);
    }
    return x < low ? low : x > high ? high : x;
}

/// By squaring, the reciprocal last: the order of multiplications is part of the meaning, so that every device rounds alike.
PHALANX_FLOAT __device__ T powi(T base, i32 exponent)
{
    u32 left = exponent < 0 ? 0u - static_cast<u32>(exponent) : static_cast<u32>(exponent);
    T power = T(1);
    while (left != 0) {
        if (left & 1) {
            power = power * base;
        }
        base = base * base;
        left >>= 1;
    }
    return exponent < 0 ? T(1) / power : power;
}

// The constants are Rust's own (`core::num::f32`, `f64`), so that the one multiplication rounds alike.
__device__ inline f32 to_degrees(f32 x) { return x * 57.2957795130823208767981548141051703f; }
__device__ inline f64 to_degrees(f64 x) { return x * (180.0 / 3.14159265358979323846264338327950288); }
__device__ inline f32 to_radians(f32 x) { return x * (3.14159265358979323846264338327950288f / 180.0f); }
__device__ inline f64 to_radians(f64 x) { return x * (3.14159265358979323846264338327950288 / 180.0); }

PHALANX_FLOAT __device__ void rem_assign(T& place, detail::identity_t<T> value) { place = rem(place, value); }

// Correct to a few units in the last place (CUDA C++ Programming Guide, "Mathematical Functions"): not equal bit for bit on every
// device.

PHALANX_FLOAT_FN(exp, expf, exp)
PHALANX_FLOAT_FN(exp2, exp2f, exp2)
PHALANX_FLOAT_FN(ln, logf, log)
PHALANX_FLOAT_FN(log2, log2f, log2)
PHALANX_FLOAT_FN(log10, log10f, log10)
PHALANX_FLOAT_FN2(powf, powf, pow)
PHALANX_FLOAT_FN(cbrt, cbrtf, cbrt)
PHALANX_FLOAT_FN2(hypot, hypotf, hypot)
PHALANX_FLOAT_FN(sin, sinf, sin)
PHALANX_FLOAT_FN(cos, cosf, cos)
PHALANX_FLOAT_FN(tan, tanf, tan)
PHALANX_FLOAT_FN(asin, asinf, asin)
PHALANX_FLOAT_FN(acos, acosf, acos)
PHALANX_FLOAT_FN(atan, atanf, atan)
PHALANX_FLOAT_FN2(atan2, atan2f, atan2)
PHALANX_FLOAT_FN(sinh, sinhf, sinh)
PHALANX_FLOAT_FN(cosh, coshf, cosh)
PHALANX_FLOAT_FN(tanh, tanhf, tanh)

} // namespace phalanx
