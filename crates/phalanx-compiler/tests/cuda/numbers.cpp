// Prints what the headers compute, for `numbers.rs` to compare with what Rust computes.

#include "host.hpp"

#include <phalanx/half.cuh>

#include <phalanx/float.cuh>
#include <phalanx/integer.cuh>
#include <phalanx/memory.cuh>
#include <phalanx/stride.cuh>

namespace phalanx {

uint4 detail::dynamic_shared_memory[64];

static void print(const char* name) { std::printf("%s", name); }
template <class... T>
static void line(const char* name, T... values)
{
    print(name);
    ((std::printf(" %lld", static_cast<long long>(values))), ...);
    std::printf("\n");
}

/// Calls `f`; prints what it gives, or the record of its panic.
template <class F>
static void checked(const char* name, F f)
{
    PanicRecord record{};
    phalanx_panic_record = &record;
    phalanx_panic_state = 0;
    try {
        line(name, f());
    } catch (Trap) {
        line(name, -1, record.state, record.site, record.block[1], record.thread[2], record.values[0], record.values[1]);
    }
}

template <class T>
static void integers(const char* name)
{
    const T values[] = {0, 1, 2, 7, T(100), T(-1), T(-7), int_max<T>, int_min<T>, T(int_max<T> - 1), T(int_min<T> + 1)};
    const u32 amounts[] = {0, 1, 7, 31, 33, 64, 200};
    std::printf("%s\n", name);
    for (const T a : values) {
        line("bits", count_ones(a), count_zeros(a), leading_zeros(a), trailing_zeros(a), swap_bytes(a), reverse_bits(a), bit_not(a));
        line("neg", wrapping_neg(a));
        if constexpr (detail::is_signed<T>) {
            line("signed", wrapping_abs(a), abs(a), unsigned_abs(a), signum(a), is_negative(a), is_positive(a));
        } else {
            line("unsigned", is_power_of_two(a), next_power_of_two(a));
        }
        for (const u32 n : amounts) {
            line("shift", wrapping_shl(a, n), wrapping_shr(a, n), rotate_left(a, n), rotate_right(a, n), pow(a, n));
        }
        checked("ilog2", [=] { return ilog2(a, 9); });
        for (const T b : values) {
            line("sum", wrapping_add(a, b), wrapping_sub(a, b), wrapping_mul(a, b), saturating_add(a, b), saturating_sub(a, b));
            line("order", min(a, b), max(a, b), abs_diff(a, b));
            checked("div", [=] { return div(a, b, 1); });
            checked("rem", [=] { return rem(a, b, 3); });
            checked("div_euclid", [=] { return div_euclid(a, b, 5); });
            checked("rem_euclid", [=] { return rem_euclid(a, b, 7); });
            if constexpr (!detail::is_signed<T>) {
                checked("div_ceil", [=] { return div_ceil(a, b, 11); });
            }
            checked("clamp", [=] { return clamp(T(5), a, b, 12); });
        }
    }
}

template <class S>
static void indices(const S& steps)
{
    int count = 0;
    for (const auto i : steps) {
        if (++count > 12) {
            break;
        }
        std::printf(" %lld", static_cast<long long>(i));
    }
    std::printf("\n");
}

template <class T>
static void steps(const char* name)
{
    const T ends[] = {0, 1, 5, 17, T(-3), int_max<T>, T(int_max<T> - 2), int_min<T>, T(int_min<T> + 3)};
    std::printf("%s\n", name);
    for (const T a : ends) {
        for (const T b : ends) {
            for (const usize k : {usize(1), usize(2), usize(100), usize(300), ~usize(0)}) {
                print("range");
                indices(range<T>(a, b).step_by(k, 0));
                print("rev");
                indices(range<T>(a, b).rev().step_by(k, 0));
                print("step_rev");
                indices(range<T>(a, b).step_by(k, 0).rev());
                // All 2^64 values are one more than the count holds, which no loop lives to see.
                if (sizeof(T) < 8 || a != int_min<T> || b != int_max<T>) {
                    print("inclusive");
                    indices(range_inclusive<T>(a, b).step_by(k, 0));
                    print("inclusive_rev");
                    indices(range_inclusive<T>(a, b).rev().step_by(k, 0));
                }
                print("share");
                indices(detail::share<T>(a, b, k / 2, k));
                print("share_rev");
                indices(detail::share<T>(a, b, 1, k).rev());
            }
        }
    }
}

template <class T>
static void floats(const char* name)
{
    std::printf("%s\n", name);
    const T values[] = {T(0), T(-0.0), T(1), T(-2.5), T(0.5), T(3.7), T(-123456.5), T(1e30), T(-1e-30), T(INFINITY), T(NAN)};
    const auto bits = [](T x) { return x != x ? 12345 : static_cast<long long>(to_bits(x)); };
    for (const T a : values) {
        line("one", bits(abs(a)), bits(floor(a)), bits(ceil(a)), bits(trunc(a)), bits(round(a)), bits(round_ties_even(a)), bits(fract(a)));
        line("more", bits(signum(a)), bits(recip(a)), bits(to_degrees(a)), bits(to_radians(a)), bits(sqrt(a)));
        line("is", is_nan(a), is_infinite(a), is_finite(a), bits(from_bits<T>(to_bits(a))));
        for (const i32 n : {0, 1, 2, 3, 7, -1, -2, -9, 31, int_min<i32>}) {
            line("powi", bits(powi(a, n)));
        }
        for (const T b : values) {
            line("two", bits(rem(a, b)), bits(rem_euclid(a, b)), bits(mul_add(a, b, a)), bits(copysign(b, T(-1))));
            checked("clamp", [=] { return bits(clamp(T(1), a, b, 1)); });
        }
    }
}

static void brain_floats()
{
    std::printf("bf16\n");
    // Both sides of every tie, subnormals, the limits: patterns spread over all bits.
    u64 state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const u64 spread = state >> 11 | (i % 4 == 0 ? 0xfffull << 50 : 0) | (i % 5 == 0 ? 0x8000ull << 40 : 0);
        const f64 wide = __longlong_as_double(static_cast<i64>(i % 3 == 0 ? spread & ~0x1fffffffffull : spread));
        const f64 near = __longlong_as_double(static_cast<i64>(0x3800000000000000ull + (state >> 4) % 0x0100000000000000ull));
        const f32 single = __uint_as_float(static_cast<u32>(state >> 17));
        line("convert", from_f64<bf16>(wide).bits, from_f64<bf16>(near).bits, from_f32<bf16>(single).bits);
    }
}

static void slices()
{
    std::printf("memory\n");
    i32 items[5] = {10, 11, 12, 13, 14};
    const Slice<i32> x{items, 5};
    const Slice<const i32> y = x;
    for (const usize i : {usize(0), usize(4), usize(5), ~usize(0)}) {
        checked("at", [=] { return y.at(i, 1); });
        checked("from", [=] { return y.sub_from(i, 2).len; });
        for (const usize j : {usize(0), usize(3), usize(5), usize(6), ~usize(0)}) {
            checked("sub", [=] { return y.sub(i, j, 3).len; });
            checked("inclusive", [=] { return x.sub_inclusive(i, j, 5).len; });
        }
    }
    x.swap(0, 4, 7);
    line("swap", items[0], items[4]);
    DynamicShared shared;
    const Slice<u8> bytes = shared.take<u8>(3);
    const Slice<u64> words = shared.take<u64>(2);
    const Slice<u16> last = shared.take<u16>(1);
    line("shared", reinterpret_cast<char*>(words.data) - reinterpret_cast<char*>(bytes.data),
        reinterpret_cast<char*>(last.data) - reinterpret_cast<char*>(bytes.data));
}

} // namespace phalanx

int main()
{
    using namespace phalanx;
    blockIdx = {1, 2, 3};
    threadIdx = {4, 5, 6};
    integers<i8>("i8");
    integers<i16>("i16");
    integers<i32>("i32");
    integers<i64>("i64");
    integers<u8>("u8");
    integers<u16>("u16");
    integers<u32>("u32");
    integers<u64>("u64");
    steps<i8>("i8");
    steps<u8>("u8");
    steps<i32>("i32");
    steps<u32>("u32");
    steps<i64>("i64");
    steps<u64>("u64");
    floats<f32>("f32");
    floats<f64>("f64");
    brain_floats();
    slices();
}
