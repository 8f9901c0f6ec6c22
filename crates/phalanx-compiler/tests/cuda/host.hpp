// What CUDA predefines, for a C++ compiler of the host: one thread, alone in its grid.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>

#define __device__
#define __global__
#define __host__
#define __shared__
#define __noinline__
#define __launch_bounds__(threads)
#define __builtin_assume(condition)
#define PHALANX_PANIC(...) panic(__VA_ARGS__)

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_DEVICE 1

struct uint3 {
    unsigned x, y, z;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
static uint3 blockIdx{0, 0, 0};
static uint3 threadIdx{0, 0, 0};
static const uint3 gridDim{1, 1, 1};
static const uint3 blockDim{1, 1, 1};

template <class T>
static T atomicCAS(T* at, T expected, T desired)
{
    const T before = *at;
    *at = before == expected ? desired : before;
    return before;
}
template <class T>
static T atomicExch(T* at, T value)
{
    const T before = *at;
    *at = value;
    return before;
}
template <class T>
static T atomicAdd(T* at, T value)
{
    return atomicExch(at, static_cast<T>(*at + value));
}

static void __threadfence_system() {}
static void __nanosleep(unsigned) {}
static void __syncthreads() {}
static void __syncwarp(unsigned) {}
struct Trap {};
[[noreturn]] static void __trap() { throw Trap{}; }

template <class To, class From>
static To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    std::memcpy(&to, &from, sizeof(To));
    return to;
}
static unsigned __float_as_uint(float x) { return bits_as<unsigned>(x); }
static int __float_as_int(float x) { return bits_as<int>(x); }
static float __uint_as_float(unsigned bits) { return bits_as<float>(bits); }
static float __int_as_float(int bits) { return bits_as<float>(bits); }
static long long __double_as_longlong(double x) { return bits_as<long long>(x); }
static double __longlong_as_double(long long bits) { return bits_as<double>(bits); }
static double __dmul_rn(double a, double b) { return a * b; }
static double __dadd_rn(double a, double b) { return a + b; }
static double __dsub_rn(double a, double b) { return a - b; }

/// The conversions of the hardware saturate.
template <class To, class From>
static To towards_zero(From x)
{
    const From limit = std::ldexp(From(1), std::numeric_limits<To>::digits);
    if (x >= limit) {
        return std::numeric_limits<To>::max();
    }
    if (x < From(std::numeric_limits<To>::min())) {
        return std::numeric_limits<To>::min();
    }
    return static_cast<To>(x);
}
static int __float2int_rz(float x) { return towards_zero<int>(x); }
static unsigned __float2uint_rz(float x) { return towards_zero<unsigned>(x); }
static long long __float2ll_rz(float x) { return towards_zero<long long>(x); }
static unsigned long long __float2ull_rz(float x) { return towards_zero<unsigned long long>(x); }
static int __double2int_rz(double x) { return towards_zero<int>(x); }
static unsigned __double2uint_rz(double x) { return towards_zero<unsigned>(x); }
static long long __double2ll_rz(double x) { return towards_zero<long long>(x); }
static unsigned long long __double2ull_rz(double x) { return towards_zero<unsigned long long>(x); }

// Named by the headers of tiles and coalesced groups, which no test on the host uses.
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static int __ffs(int bits) { return __builtin_ffs(bits); }
static int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }
static unsigned __activemask() { return 1; }
static int __any_sync(unsigned, int holds) { return holds; }
static int __all_sync(unsigned, int holds) { return holds; }
static unsigned __ballot_sync(unsigned, int holds) { return holds != 0; }
static int __syncthreads_or(int holds) { return holds; }
static int __syncthreads_and(int holds) { return holds; }
static unsigned __match_any_sync(unsigned, unsigned) { return 1; }
static unsigned __match_any_sync(unsigned, unsigned long long) { return 1; }
static unsigned __match_all_sync(unsigned, unsigned, int* all) { return *all = 1; }
static unsigned __match_all_sync(unsigned, unsigned long long, int* all) { return *all = 1; }
static unsigned __shfl_sync(unsigned, unsigned value, int, int) { return value; }
static unsigned __shfl_up_sync(unsigned, unsigned value, unsigned, int) { return value; }
static unsigned __shfl_down_sync(unsigned, unsigned value, unsigned, int) { return value; }
static unsigned __shfl_xor_sync(unsigned, unsigned value, int, int) { return value; }
static unsigned long long __cvta_generic_to_global(const void* pointer) { return bits_as<unsigned long long>(pointer); }
