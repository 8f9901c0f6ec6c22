// Calls every function of the headers with every type that it takes: nvcc checks a template only where it is used.

#include <phalanx/half.cuh>
#include <phalanx/phalanx.cuh>

namespace phalanx {

template <class T>
__device__ void integers(T* o, u32 site)
{
    const T a = o[0];
    const T b = o[1];
    const u32 n = static_cast<u32>(o[2]);
    o[0] = wrapping_add(a, b);
    o[1] = wrapping_sub(a, b);
    o[2] = wrapping_mul(a, b);
    o[3] = wrapping_neg(a);
    o[4] = wrapping_shl(a, n);
    o[5] = wrapping_shr(a, a);
    o[6] = bit_not(a);
    o[7] = saturating_add(a, b);
    o[8] = saturating_sub(a, b);
    o[9] = pow(a, n);
    o[10] = div(a, b, site);
    o[11] = rem(a, b, site);
    o[12] = div_euclid(a, b, site);
    o[13] = rem_euclid(a, b, site);
    o[14] = static_cast<T>(count_ones(a) + count_zeros(a) + leading_zeros(a) + trailing_zeros(a) + ilog2(a, site));
    o[15] = rotate_left(a, n);
    o[16] = rotate_right(a, n);
    o[17] = swap_bytes(a);
    o[18] = reverse_bits(a);
    o[19] = min(a, max(b, int_min<T>));
    o[20] = clamp(a, b, int_max<T>, site);
    o[21] = static_cast<T>(abs_diff(a, b));
    if constexpr (detail::is_signed<T>) {
        o[22] = static_cast<T>(wrapping_abs(a) + abs(a) + signum(a) + is_negative(a) + is_positive(a));
        o[23] = static_cast<T>(unsigned_abs(a));
    } else {
        o[22] = div_ceil(a, b, site);
        o[23] = is_power_of_two(a) ? next_power_of_two(a) : T(0);
    }
    add_assign(o[24], a);
    sub_assign(o[25], a);
    mul_assign(o[26], a);
    div_assign(o[27], a, site);
    rem_assign(o[28], a, site);
    shl_assign(o[29], n);
    shr_assign(o[30], b);
    o[31] = saturating_cast<T>(static_cast<f32>(a));
    o[32] = saturating_cast<T>(static_cast<f64>(a));
    for (const T i : range<T>(a, b).rev().step_by(3, site)) {
        o[33] = i;
    }
    for (const T i : range_inclusive<T>(a, b).step_by(3, site).rev()) {
        o[34] = i;
    }
    for (const T i : Grid{}.stride<T>(a, b).rev()) {
        o[35] = i;
    }
}

template <class T>
__device__ void floats(T* o, u32 site)
{
    const T a = o[0];
    const T b = o[1];
    o[0] = abs(a) + sqrt(a) + floor(a) + ceil(a) + trunc(a) + round(a);
    o[1] = min(a, max(a, b));
    o[2] = mul_add(a, b, a);
    o[3] = rem(a, b);
    rem_assign(o[4], a);
    o[5] = is_nan(a) ? from_bits<T>(to_bits(a)) : b;
    if constexpr (detail::is_float<T>) {
        o[6] = round_ties_even(a) + fract(a) + copysign(a, b) + signum(a) + recip(a) + rem_euclid(a, b) + powi(a, 3);
        o[7] = is_infinite(a) || is_finite(a) || is_sign_negative(a) || is_sign_positive(a) ? clamp(a, b, T(1), site) : b;
        o[8] = exp(a) + exp2(a) + ln(a) + log2(a) + log10(a) + powf(a, b) + cbrt(a) + hypot(a, b) + sin(a) + cos(a);
        o[9] = tan(a) + asin(a) + acos(a) + atan(a) + atan2(a, b) + sinh(a) + cosh(a) + tanh(a);
        o[10] = to_degrees(a) + to_radians(b);
    } else {
        o[6] = from_f32<T>(to_f32(a)) - from_f64<T>(to_f64(b));
        o[7] = a < b || a <= b || a > b || a >= b || a == b || a != b ? -a : a / b;
        o[8] += a;
        o[8] -= a;
        o[8] *= a;
        o[8] /= a;
    }
    panic(site, a, b);
}

template <class Group, class T>
__device__ void collectives(const Group& group, T* o)
{
    o[0] = group.reduce(o[0], Plus{});
    o[1] = group.reduce(o[1], Min{});
    o[2] = group.reduce(o[2], Max{});
    o[3] = group.inclusive_scan(o[3], Plus{});
    o[4] = group.exclusive_scan(o[4], Min{});
    o[5] = group.exclusive_scan(o[5], Max{});
    o[6] = group.broadcast(o[6], 1);
    o[7] = group.load_uniform(o);
    if constexpr (detail::is_integer<T>) {
        o[3] = group.reduce(o[3], BitAnd{});
        o[4] = group.reduce(o[4], BitOr{});
        o[5] = group.reduce(o[5], BitXor{});
        o[6] = group.exclusive_scan(o[6], BitAnd{});
        o[7] = group.exclusive_scan(o[7], BitOr{});
        o[8] = static_cast<T>(group.match_any(o[8]) + group.match_all(o[9]));
        o[9] = static_cast<T>(group.labeled_partition(o[9]).meta_group_rank() + group.binary_partition(o[8] == o[9]).meta_group_size());
    }
    o[6] = group.shfl(o[6], 3);
    o[7] = group.shfl_up(o[7], 1);
    o[8] = group.shfl_down(o[8], 1);
    o[9] = group.shfl(tuple<T, array<T, 2>>{o[9], {o[1], o[2]}}, group.meta_group_rank())._0;
    if (group.any(group.meta_group_size() > 1) && group.all(group.thread_rank() < 3) && group.ballot(true) == 3) {
        for (const usize i : group.template stride<usize>(0, group.num_threads())) {
            o[i] = o[10];
        }
    }
    group.sync();
}

template <class T>
__device__ void groups(T* o)
{
    collectives(ThreadBlockTile<32>{}, o);
    collectives(ThreadBlockTile<16>{}, o);
    collectives(ThreadBlockTile<8>{}, o);
    collectives(ThreadBlockTile<1>{}, o);
    collectives(coalesced_threads(), o);
    const ThreadBlock<> block;
    o[0] = block.reduce(o[0], Plus{});
    o[1] = block.reduce(o[1], Min{});
    o[2] = block.broadcast(o[2], 1);
    o[3] = block.load_uniform(o);
    o[11] = ThreadBlockTile<4>{}.shfl_xor(o[11], 1);
}

template <class T, class Order>
__device__ void updates(Atomic<T>& a, T* o, Order order)
{
    o[0] = a.swap(o[1], order);
    o[1] = a.compare_and_swap(o[2], o[3], order);
    o[2] = a.fetch_add(o[3], order);
    o[3] = a.fetch_sub(o[4], order);
    o[4] = a.fetch_min(o[5], order);
    o[5] = a.fetch_max(o[6], order);
    if constexpr (detail::is_integer<T>) {
        o[6] = a.fetch_and(o[7], order);
        o[7] = a.fetch_or(o[8], order);
        o[8] = a.fetch_xor(o[9], order);
    }
}

template <class T>
__device__ void atomics(T* o)
{
    Atomic<T>& a = *reinterpret_cast<Atomic<T>*>(o + 40);
    updates(a, o, Relaxed);
    updates(a, o, Acquire);
    updates(a, o, Release);
    updates(a, o, AcqRel);
    updates(a, o, SeqCst);
    o[9] = a.load(Relaxed) + a.load(Acquire) + a.load(SeqCst);
    a.store(o[10], Relaxed);
    a.store(o[10], Release);
    a.store(o[10], SeqCst);
}

template <class Block>
__device__ void blocks(const Block& block, usize* o)
{
    o[0] = block.num_threads() + block.thread_rank() + block.group_index().x + block.thread_index().y + block.dim_threads().z;
    o[1] = block.template tiled_partition<16>().template tiled_partition<8>().thread_rank();
    for (const usize i : block.template stride<usize>(0, 7)) {
        o[i] = i;
    }
    block.sync();
}

template <class T>
__device__ void memory(T* o, u32 site)
{
    const Slice<T> x{o, 10};
    const Slice<const T> y = x;
    x.swap(1, 2, site);
    x.fill(o[3]);
    x.at(0, site) = y.sub(1, 2, site).at(0, site) + y.sub_from(1, site)[0] + y.sub_inclusive(1, 2, site)[1];
    x[1] = x.sub(1, 2, site).sub_from(1, site).sub_inclusive(1, 2, site).is_empty() ? y.at(1, site) : y[2];
    array<T, 4> items = repeat<4>(x[3]);
    const array<T, 4> same = items;
    items.at(y.len, site) = same.at(0, site) + same[1] + same.slice()[2] + items.slice()[3];
    x[4] = items[2];
    DynamicShared shared;
    shared.take<T>(3).at(0, site) = items.is_empty() ? x[4] : x[5];
    x[5] = shared.take<T>(3)[1];
}

template <class T>
__device__ void numbers(T* o, u32 site)
{
    integers(o, site);
    groups(o);
    memory(o, site);
}

__global__ void everything(i8* a, i16* b, i32* c, i64* d, u8* e, u16* f, u32* g, u64* h, f32* i, f64* j, f16* k, bf16* l, u32 site)
{
    numbers(a, site);
    numbers(b, site);
    numbers(c, site);
    numbers(d, site);
    numbers(e, site);
    numbers(f, site);
    numbers(g, site);
    numbers(h, site);
    floats(i, site);
    floats(j, site);
    floats(k, site);
    floats(l, site);
    groups(i);
    groups(j);
    groups(k);
    groups(l);
    atomics(c);
    atomics(d);
    atomics(g);
    atomics(h);
    atomics(i);
    atomics(j);
    blocks(ThreadBlock<>{}, h);
    blocks(ThreadBlock<128>{}, h);
    blocks(ThreadBlock<16, 8>{}, h);
    blocks(ThreadBlock<16, 4, 2>{}, h);
    const CooperativeGrid grid{g};
    grid.sync();
    grid.arrive().wait();
    i[0] = grid.broadcast(i[0], 7) + grid.load_uniform(i);
    k[0] = grid.broadcast(k[0], 7);
    ThreadBlock<>{}.arrive().wait();
    g[0] = ThreadBlock<16, 8>{}.any(i[0] > 0) + ThreadBlock<>{}.all(i[0] > 0);
    h[0] = grid.num_blocks() + grid.block_rank() + grid.block_index().x + grid.dim_blocks().y + grid.thread_rank();
    panic(site, e[0], i[0], j[0], k[0]);
}

} // namespace phalanx
