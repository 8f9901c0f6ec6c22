//! Collectives of tiles against plain Rust.

use half::{bf16, f16};
use phalanx_groups::{
    BitAnd, BitOr, BitXor, Collectives, DeviceCopy, Group, Integer, Max, Min, Number, Operator,
    Plus,
};
use proptest::prelude::*;

use crate::common::{input, launch, output, tile};

/// The bytes of a value; all NaNs are one.
pub(crate) trait Bits: Number {
    fn bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
}

macro_rules! integer_bits {
    ($($t:ty),*) => {$(
        impl Bits for $t {
            fn bits(self) -> u64 { self as u64 }
            fn from_bits(bits: u64) -> Self { bits as Self }
        }
    )*};
}
integer_bits!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! float_bits {
    ($($t:ty: $bits:ty),*) => {$(
        impl Bits for $t {
            fn bits(self) -> u64 { if self.is_nan() { u64::MAX } else { self.to_bits().into() } }
            fn from_bits(bits: u64) -> Self { <$t>::from_bits(bits as $bits) }
        }
    )*};
}
float_bits!(f32: u32, f64: u64, f16: u16, bf16: u16);

/// What every thread of a tile of `N` gets for the whole block's `values`.
fn run_tile<const N: usize, T: DeviceCopy, R: DeviceCopy>(
    values: &[T],
    empty: R,
    kernel: impl Fn(&phalanx_groups::ThreadBlockTile<N>, T) -> R + Sync,
) -> Vec<R> {
    let mut results = vec![empty; values.len()];
    let (x, out) = (input(values), output(&mut results));
    launch(1, values.len() as u32)
        .run(|| {
            let (block, tile) = (crate::common::block(), tile::<N>());
            out.at(block.thread_rank())
                .write(kernel(&tile, x.at(block.thread_rank()).read()));
        })
        .unwrap();
    results
}

/// A butterfly, all threads at once.
fn butterfly<T: Copy>(values: &[T], op: impl Fn(T, T) -> T) -> Vec<T> {
    let mut values = values.to_vec();
    let mut distance = values.len() / 2;
    while distance > 0 {
        values = (0..values.len())
            .map(|rank| op(values[rank], values[rank ^ distance]))
            .collect();
        distance /= 2;
    }
    values
}

fn check_reduce<const N: usize, T: Bits, O: Operator<T>>(
    raw: &[u64],
    operator: O,
    broadcast: bool,
) {
    let values: Vec<T> = raw.iter().map(|&bits| T::from_bits(bits)).collect();
    let results = run_tile::<N, _, _>(&values, T::ZERO, |tile, v| tile.reduce(v, operator));
    for (values, results) in values.chunks(N).zip(results.chunks(N)) {
        let mut expected = butterfly(values, O::combine);
        if broadcast {
            expected = vec![expected[0]; N];
        }
        let bits = |values: &[T]| values.iter().map(|v| Bits::bits(*v)).collect::<Vec<_>>();
        assert_eq!(bits(results), bits(&expected), "{values:?}");
        let first = Bits::bits(results[0]);
        assert!(
            results.iter().all(|result| Bits::bits(*result) == first),
            "all threads get the same: {results:?}"
        );
    }
}

fn check_integer<const N: usize, T: Bits + Integer>(raw: &[u64]) {
    check_reduce::<N, T, _>(raw, Plus, false);
    check_reduce::<N, T, _>(raw, Min, false);
    check_reduce::<N, T, _>(raw, Max, false);
    check_reduce::<N, T, _>(raw, BitAnd, false);
    check_reduce::<N, T, _>(raw, BitOr, false);
    check_reduce::<N, T, _>(raw, BitXor, false);
}

fn check_float<const N: usize, T: Bits>(raw: &[u64]) {
    check_reduce::<N, T, _>(raw, Plus, false);
    check_reduce::<N, T, _>(raw, Min, true);
    check_reduce::<N, T, _>(raw, Max, true);
}

fn check_all<const N: usize>(raw: &[u64]) {
    check_integer::<N, i8>(raw);
    check_integer::<N, i16>(raw);
    check_integer::<N, i32>(raw);
    check_integer::<N, i64>(raw);
    check_integer::<N, isize>(raw);
    check_integer::<N, u8>(raw);
    check_integer::<N, u16>(raw);
    check_integer::<N, u32>(raw);
    check_integer::<N, u64>(raw);
    check_integer::<N, usize>(raw);
    check_float::<N, f32>(raw);
    check_float::<N, f64>(raw);
    check_float::<N, f16>(raw);
    check_float::<N, bf16>(raw);
}

/// Bits with many special floats: zeros of both signs, NaN, infinities, ordinary numbers of each
/// width.
fn raw() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => any::<u64>(),
        2 => (-100i32..100).prop_map(|v| u64::from((v as f32 / 8.0).to_bits())),
        2 => (-100i32..100).prop_map(|v| (f64::from(v) / 8.0).to_bits()),
        1 => (-100i32..100).prop_map(|v| u64::from(f16::from_f32(v as f32 / 8.0).to_bits())),
        1 => prop::sample::select(vec![
            0, 0x8000, 0x8000_0000, 1 << 63, 0x7fc0_0000, 0x7ff8 << 48, 0x7e00, 0x7fc0, 0xff80_0000, 0x7f80_0000,
        ]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn reduce(raw in prop::collection::vec(raw(), 64)) {
        check_all::<1>(&raw);
        check_all::<2>(&raw);
        check_all::<4>(&raw);
        check_all::<8>(&raw);
        check_all::<16>(&raw);
        check_all::<32>(&raw);
    }

    #[test]
    fn shuffles(values in prop::collection::vec(any::<u64>(), 64), sources in prop::collection::vec(0usize..40, 64)) {
        check_shuffles::<1>(&values, &sources);
        check_shuffles::<2>(&values, &sources);
        check_shuffles::<8>(&values, &sources);
        check_shuffles::<32>(&values, &sources);
    }

    #[test]
    fn votes(values in prop::collection::vec(any::<bool>(), 64)) {
        check_votes::<1>(&values);
        check_votes::<4>(&values);
        check_votes::<16>(&values);
        check_votes::<32>(&values);
    }
}

fn check_shuffles<const N: usize>(values: &[u64], sources: &[usize]) {
    // Also a value of the largest size.
    let pairs: Vec<([u64; 3], usize)> = values
        .iter()
        .zip(sources)
        .map(|(&v, &s)| ([v, !v, v / 3], s))
        .collect();
    let results = run_tile::<N, _, _>(&pairs, [[0; 3]; 4], |tile, (v, source)| {
        [
            tile.shfl(v, source),
            tile.shfl_up(v, source),
            tile.shfl_down(v, source),
            tile.shfl_xor(v, source),
        ]
    });
    for (pairs, results) in pairs.chunks(N).zip(results.chunks(N)) {
        for (rank, result) in results.iter().enumerate() {
            let source = pairs[rank].1;
            let up = if source <= rank { rank - source } else { rank };
            let down = if rank + source < N {
                rank + source
            } else {
                rank
            };
            let expected = [source % N, up, down, (rank ^ source) % N].map(|from| pairs[from].0);
            assert_eq!(*result, expected, "rank {rank} of {N}, source {source}");
        }
    }
}

fn check_votes<const N: usize>(values: &[bool]) {
    let results = run_tile::<N, _, _>(values, (false, false, 0), |tile, v| {
        (tile.any(v), tile.all(v), tile.ballot(v))
    });
    for (values, results) in values.chunks(N).zip(results.chunks(N)) {
        let ballot = values
            .iter()
            .enumerate()
            .fold(0, |bits, (rank, &v)| bits | u32::from(v) << rank);
        let expected = (values.iter().any(|&v| v), values.iter().all(|&v| v), ballot);
        assert!(
            results.iter().all(|&result| result == expected),
            "{values:?}: {results:?}"
        );
    }
}

#[test]
fn the_minimum_of_floats_is_one_value_for_all() {
    let special = [f32::NAN, -0.0, 0.0, f32::INFINITY, 1.0, f32::NAN, 0.0, -0.0];
    let results = run_tile::<8, _, _>(&special, (0.0, 0.0), |tile, v| {
        (tile.reduce(v, Min), tile.reduce(v, Max))
    });
    assert!(
        results
            .iter()
            .all(|(min, max)| min.to_bits() == (-0.0f32).to_bits() && *max == f32::INFINITY)
    );
}

#[test]
fn tiles_of_different_sizes_side_by_side() {
    // Pairs, quads and warps meet in turn, and only within themselves.
    let values: Vec<u32> = (0..96).collect();
    let results = run_tile::<32, _, _>(&values, (0, 0, 0), |warp, v| {
        let quad = warp.tiled_partition::<4>();
        let pair = quad.tiled_partition::<2>();
        let pair_sum = pair.reduce(v, Plus);
        if quad.meta_group_rank() % 2 == 0 {
            quad.sync();
        }
        (
            pair_sum,
            quad.reduce(pair_sum, Max),
            warp.reduce(pair_sum, Plus),
        )
    });
    for (rank, &result) in results.iter().enumerate() {
        let pair = |first: usize| values[first] + values[first + 1];
        let warp: u32 = (rank / 32 * 32..rank / 32 * 32 + 32)
            .map(|other| pair(other / 2 * 2))
            .sum();
        assert_eq!(result, (pair(rank / 2 * 2), pair(rank / 4 * 4 + 2), warp));
    }
}
