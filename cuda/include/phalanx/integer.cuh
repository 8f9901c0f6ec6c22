// Integers with Rust's meaning: `+ - *` wrap, shifts take the low bits of their amount, division is checked.
//
// Where C++ means the same (unsigned integers of 32 and 64 bits), generated code uses C++'s operators; the functions here are
// for the others: signed overflow is undefined in C++, and what is narrower than `int` is computed in `int`.
//
// The names are those of Rust's methods.

#pragma once

#include "panic.cuh"
#include "types.cuh"

namespace phalanx {

#define PHALANX_INTEGER template <class T, detail::enable<detail::is_integer<T>> = 0>
#define PHALANX_SIGNED template <class T, detail::enable<detail::is_signed<T>> = 0>
#define PHALANX_UNSIGNED template <class T, detail::enable<detail::is_unsigned<T>> = 0>
#define PHALANX_CONST __host__ __device__ constexpr

// A statement for code that runs on the device: not where a constant is computed, which takes what C++ alone can say.
#ifdef __CUDA_ARCH__
#define PHALANX_ON_DEVICE(...)                                                                                                         \
    if (!__builtin_is_constant_evaluated()) {                                                                                          \
        __VA_ARGS__                                                                                                                    \
    }
#else
#define PHALANX_ON_DEVICE(...)
#endif

// A panic in a function that also computes constants: Rust has refused a constant that panics, and the host calls no such
// function but for constants.
#ifndef PHALANX_PANIC
#ifdef __CUDA_ARCH__
#define PHALANX_PANIC(...) panic(__VA_ARGS__)
#else
#define PHALANX_PANIC(...) static_cast<void>(0)
#endif
#endif

/// `T::MAX` and `T::MIN` of an integer.
template <class T>
inline constexpr T int_max = static_cast<T>(detail::is_signed<T> ? (u64(1) << (detail::bits_of<T> - 1)) - 1 : ~u64(0));
template <class T>
inline constexpr T int_min = static_cast<T>(detail::is_signed<T> ? u64(1) << (detail::bits_of<T> - 1) : 0);

// Wrapping arithmetic.

PHALANX_INTEGER PHALANX_CONST T wrapping_add(T a, detail::identity_t<T> b)
{
    using W = detail::word_t<T>;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
}

PHALANX_INTEGER PHALANX_CONST T wrapping_sub(T a, detail::identity_t<T> b)
{
    using W = detail::word_t<T>;
    return static_cast<T>(static_cast<W>(a) - static_cast<W>(b));
}

PHALANX_INTEGER PHALANX_CONST T wrapping_mul(T a, detail::identity_t<T> b)
{
    using W = detail::word_t<T>;
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
}

PHALANX_INTEGER PHALANX_CONST T wrapping_neg(T a)
{
    using W = detail::word_t<T>;
    return static_cast<T>(W(0) - static_cast<W>(a));
}

/// The amount may be of any integer type: its low bits count.
template <class T, class N, detail::enable<detail::is_integer<T> && detail::is_integer<N>> = 0>
PHALANX_CONST T wrapping_shl(T a, N amount)
{
    return static_cast<T>(static_cast<detail::word_t<T>>(a) << (static_cast<u32>(amount) & (detail::bits_of<T> - 1)));
}

/// Arithmetic on signed integers.
template <class T, class N, detail::enable<detail::is_integer<T> && detail::is_integer<N>> = 0>
PHALANX_CONST T wrapping_shr(T a, N amount)
{
    return static_cast<T>(a >> (static_cast<u32>(amount) & (detail::bits_of<T> - 1)));
}

/// `!a`.
PHALANX_INTEGER PHALANX_CONST T bit_not(T a) { return static_cast<T>(~static_cast<detail::word_t<T>>(a)); }

PHALANX_INTEGER PHALANX_CONST T saturating_add(T a, detail::identity_t<T> b)
{
    const T sum = wrapping_add(a, b);
    if constexpr (detail::is_signed<T>) {
        return b >= 0 ? (sum < a ? int_max<T> : sum) : (sum > a ? int_min<T> : sum);
    } else {
        return sum < a ? int_max<T> : sum;
    }
}

PHALANX_INTEGER PHALANX_CONST T saturating_sub(T a, detail::identity_t<T> b)
{
    const T difference = wrapping_sub(a, b);
    if constexpr (detail::is_signed<T>) {
        return b >= 0 ? (difference > a ? int_min<T> : difference) : (difference < a ? int_max<T> : difference);
    } else {
        return a < b ? T(0) : difference;
    }
}

PHALANX_INTEGER PHALANX_CONST T pow(T base, u32 exponent)
{
    T power = 1;
    while (exponent != 0) {
        if (exponent & 1) {
            power = wrapping_mul(power, base);
        }
        base = wrapping_mul(base, base);
        exponent >>= 1;
    }
    return power;
}

// Division. The place of "by zero" is `site`, that of "with overflow" (the smallest integer by -1) the one after it.

PHALANX_INTEGER PHALANX_CONST T div(T a, detail::identity_t<T> b, u32 site)
{
    if (PHALANX_UNLIKELY(b == 0)) {
        PHALANX_PANIC(site);
    }
    if constexpr (detail::is_signed<T>) {
        if (PHALANX_UNLIKELY(b == -1 && a == int_min<T>)) {
            PHALANX_PANIC(site + 1);
        }
    }
    return static_cast<T>(a / b);
}

PHALANX_INTEGER PHALANX_CONST T rem(T a, detail::identity_t<T> b, u32 site)
{
    if (PHALANX_UNLIKELY(b == 0)) {
        PHALANX_PANIC(site);
    }
    if constexpr (detail::is_signed<T>) {
        if (PHALANX_UNLIKELY(b == -1 && a == int_min<T>)) {
            PHALANX_PANIC(site + 1);
        }
    }
    return static_cast<T>(a % b);
}

PHALANX_INTEGER PHALANX_CONST T div_euclid(T a, detail::identity_t<T> b, u32 site)
{
    const T quotient = div(a, b, site);
    if constexpr (detail::is_signed<T>) {
        if (a % b < 0) {
            return b > 0 ? wrapping_sub(quotient, 1) : wrapping_add(quotient, 1);
        }
    }
    return quotient;
}

PHALANX_INTEGER PHALANX_CONST T rem_euclid(T a, detail::identity_t<T> b, u32 site)
{
    const T remainder = rem(a, b, site);
    if constexpr (detail::is_signed<T>) {
        if (remainder < 0) {
            return b < 0 ? wrapping_sub(remainder, b) : wrapping_add(remainder, b);
        }
    }
    return remainder;
}

PHALANX_UNSIGNED PHALANX_CONST T div_ceil(T a, detail::identity_t<T> b, u32 site)
{
    const T quotient = div(a, b, site);
    return a % b != 0 ? static_cast<T>(quotient + 1) : quotient;
}

// Bits.

PHALANX_INTEGER PHALANX_CONST u32 count_ones(T a)
{
    const auto bits = static_cast<detail::unsigned_t<T>>(a);
    PHALANX_ON_DEVICE(return static_cast<u32>(sizeof(T) == 8 ? __popcll(bits) : __popc(static_cast<u32>(bits)));)
    u32 count = 0;
    for (u64 left = bits; left != 0; left &= left - 1) {
        ++count;
    }
    return count;
}

PHALANX_INTEGER PHALANX_CONST u32 count_zeros(T a) { return detail::bits_of<T> - count_ones(a); }

PHALANX_INTEGER PHALANX_CONST u32 leading_zeros(T a)
{
    const auto bits = static_cast<detail::unsigned_t<T>>(a);
    PHALANX_ON_DEVICE(return static_cast<u32>(sizeof(T) == 8 ? __clzll(static_cast<i64>(bits)) : __clz(static_cast<i32>(bits)))
        - (detail::bits_of<detail::word_t<T>> - detail::bits_of<T>);)
    u32 count = detail::bits_of<T>;
    for (u64 left = bits; left != 0; left >>= 1) {
        --count;
    }
    return count;
}

PHALANX_INTEGER PHALANX_CONST u32 trailing_zeros(T a)
{
    const auto bits = static_cast<detail::unsigned_t<T>>(a);
    // The lowest bit alone, and below it as many ones as there are zeros; all of them where there is no bit.
    const auto below = static_cast<detail::unsigned_t<T>>((bits & (0 - static_cast<detail::word_t<T>>(bits))) - 1);
    return count_ones(below);
}

PHALANX_INTEGER PHALANX_CONST T rotate_left(T a, u32 amount)
{
    using W = detail::word_t<T>;
    const W bits = static_cast<detail::unsigned_t<T>>(a);
    const u32 left = amount & (detail::bits_of<T> - 1);
    const u32 right = (detail::bits_of<T> - left) & (detail::bits_of<T> - 1);
    return static_cast<T>(bits << left | bits >> right);
}

PHALANX_INTEGER PHALANX_CONST T rotate_right(T a, u32 amount) { return rotate_left(a, 0u - amount); }

PHALANX_INTEGER PHALANX_CONST T swap_bytes(T a)
{
    const auto bits = static_cast<detail::unsigned_t<T>>(a);
    if constexpr (sizeof(T) == 4) {
        PHALANX_ON_DEVICE(return static_cast<T>(__byte_perm(bits, 0, 0x0123));)
    }
    detail::word_t<T> swapped = 0;
    for (u32 byte = 0; byte < sizeof(T); ++byte) {
        swapped = static_cast<detail::word_t<T>>((sizeof(T) == 1 ? 0 : swapped << 8) | (bits >> 8 * byte & 0xff));
    }
    return static_cast<T>(swapped);
}

PHALANX_INTEGER PHALANX_CONST T reverse_bits(T a)
{
    const auto bits = static_cast<detail::unsigned_t<T>>(a);
    PHALANX_ON_DEVICE(
        return static_cast<T>(sizeof(T) == 8 ? __brevll(bits) : u64(__brev(static_cast<u32>(bits)) >> (32 - detail::bits_of<T>) % 32));)
    detail::unsigned_t<T> reversed = 0;
    for (u32 bit = 0; bit < detail::bits_of<T>; ++bit) {
        reversed = static_cast<detail::unsigned_t<T>>(reversed << 1 | (bits >> bit & 1));
    }
    return static_cast<T>(reversed);
}

PHALANX_UNSIGNED PHALANX_CONST bool is_power_of_two(T a) { return a != 0 && (a & (a - 1)) == 0; }

/// 0 where there is none.
PHALANX_UNSIGNED PHALANX_CONST T next_power_of_two(T a)
{
    if (a <= 1) {
        return 1;
    }
    // The smallest power with more bits than a - 1 has, and nothing where that has too many.
    const u32 bits = detail::bits_of<T> - leading_zeros(static_cast<T>(a - 1));
    return bits == detail::bits_of<T> ? T(0) : static_cast<T>(detail::word_t<T>(1) << bits);
}

PHALANX_INTEGER PHALANX_CONST u32 ilog2(T a, u32 site)
{
    if (PHALANX_UNLIKELY(a <= 0)) {
        PHALANX_PANIC(site);
    }
    return detail::bits_of<T> - 1 - leading_zeros(a);
}

// Order and sign.

PHALANX_INTEGER PHALANX_CONST T min(T a, detail::identity_t<T> b) { return b < a ? b : a; }
PHALANX_INTEGER PHALANX_CONST T max(T a, detail::identity_t<T> b) { return b < a ? a : b; }

/// The message shows both limits.
PHALANX_INTEGER PHALANX_CONST T clamp(T a, detail::identity_t<T> low, detail::identity_t<T> high, u32 site)
{
    if (PHALANX_UNLIKELY(low > high)) {
        PHALANX_PANIC(site, low, high);
    }
    return a < low ? low : a > high ? high : a;
}

PHALANX_INTEGER PHALANX_CONST detail::unsigned_t<T> abs_diff(T a, detail::identity_t<T> b)
{
    using W = detail::word_t<T>;
    return static_cast<detail::unsigned_t<T>>(a < b ? static_cast<W>(b) - static_cast<W>(a) : static_cast<W>(a) - static_cast<W>(b));
}

PHALANX_SIGNED PHALANX_CONST T wrapping_abs(T a) { return a < 0 ? wrapping_neg(a) : a; }
PHALANX_SIGNED PHALANX_CONST T abs(T a) { return wrapping_abs(a); }
PHALANX_SIGNED PHALANX_CONST detail::unsigned_t<T> unsigned_abs(T a) { return static_cast<detail::unsigned_t<T>>(wrapping_abs(a)); }
PHALANX_SIGNED PHALANX_CONST T signum(T a) { return static_cast<T>((a > 0) - (a < 0)); }
PHALANX_SIGNED PHALANX_CONST bool is_negative(T a) { return a < 0; }
PHALANX_SIGNED PHALANX_CONST bool is_positive(T a) { return a > 0; }

// `place op= value` for the integers that C++'s own operators do not fit.

PHALANX_INTEGER PHALANX_CONST void add_assign(T& place, detail::identity_t<T> value) { place = wrapping_add(place, value); }
PHALANX_INTEGER PHALANX_CONST void sub_assign(T& place, detail::identity_t<T> value) { place = wrapping_sub(place, value); }
PHALANX_INTEGER PHALANX_CONST void mul_assign(T& place, detail::identity_t<T> value) { place = wrapping_mul(place, value); }
PHALANX_INTEGER PHALANX_CONST void div_assign(T& place, detail::identity_t<T> value, u32 site) { place = div(place, value, site); }
PHALANX_INTEGER PHALANX_CONST void rem_assign(T& place, detail::identity_t<T> value, u32 site) { place = rem(place, value, site); }
template <class T, class N, detail::enable<detail::is_integer<T> && detail::is_integer<N>> = 0>
PHALANX_CONST void shl_assign(T& place, N amount)
{
    place = wrapping_shl(place, amount);
}
template <class T, class N, detail::enable<detail::is_integer<T> && detail::is_integer<N>> = 0>
PHALANX_CONST void shr_assign(T& place, N amount)
{
    place = wrapping_shr(place, amount);
}

} // namespace phalanx
