// The types of Rust's numbers, and the few type functions that the other headers need.
//
// CUDA's own headers are left out on purpose: what generated code needs is small, and compiles in a third of the time.

#pragma once

namespace phalanx {

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;
using isize = long long; // 64 bits on the GPU and on every host that Phalanx supports
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using usize = unsigned long long;
using f32 = float;
using f64 = double;

static_assert(sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8, "Rust's integers");
static_assert(sizeof(bool) == 1 && sizeof(void*) == 8, "Rust's bool; 64-bit addresses");

/// Extents, or an index, along x, y and z.
struct Dim3 {
    usize x;
    usize y;
    usize z;
};

namespace detail {

template <bool Condition, class Then, class Else>
struct choose {
    using type = Then;
};
template <class Then, class Else>
struct choose<false, Then, Else> {
    using type = Else;
};
template <bool Condition, class Then, class Else>
using choose_t = typename choose<Condition, Then, Else>::type;

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

template <class T>
inline constexpr bool is_float = is_same<T, f32> || is_same<T, f64>;
template <class T>
inline constexpr bool is_signed = is_same<T, i8> || is_same<T, i16> || is_same<T, i32> || is_same<T, i64>;
template <class T>
inline constexpr bool is_unsigned = is_same<T, u8> || is_same<T, u16> || is_same<T, u32> || is_same<T, u64>;
template <class T>
inline constexpr bool is_integer = is_signed<T> || is_unsigned<T>;

/// The unsigned integer of the same width.
template <class T>
using unsigned_t = choose_t<sizeof(T) == 1, u8, choose_t<sizeof(T) == 2, u16, choose_t<sizeof(T) == 4, u32, u64>>>;
/// The unsigned integer in which arithmetic on `T` is done: C++ computes narrower ones in `int`, which overflows.
template <class T>
using word_t = choose_t<sizeof(T) <= 4, u32, u64>;

template <class T>
inline constexpr u32 bits_of = 8 * sizeof(T);

/// What overload resolution asks for: `enable<is_integer<T>>` is `int` if `T` is an integer and nothing otherwise.
template <bool Condition>
struct enable_if {};
template <>
struct enable_if<true> {
    using type = int;
};
template <bool Condition>
using enable = typename enable_if<Condition>::type;

/// A type that takes no part in the deduction of template arguments.
template <class T>
struct identity {
    using type = T;
};
template <class T>
using identity_t = typename identity<T>::type;

} // namespace detail

} // namespace phalanx
