//! What the collectives mean, in plain Rust, and the values they are tried on.

use phalanx::prelude::*;
use rand::Rng;
use rand::rngs::StdRng;

use crate::kernels::partition::Part;

/// A type under test: random values with the awkward ones among them, and comparison bit for bit.
pub trait Value: DeviceCopy + std::fmt::Debug {
    /// A random value, one time in four an awkward one (limits, −0, infinities, NaN).
    fn random(rng: &mut StdRng) -> Self;
    /// Equal bit for bit; any NaN equals any other, since x86 keeps a NaN's payload where a GPU makes
    /// one canonical NaN.
    fn same(self, other: Self) -> bool;
}

/// The operators on a number, as design and documentation define them.
pub trait Operators: Value {
    /// Wraps.
    fn plus(self, other: Self) -> Self;
    /// 0, and what is beyond every value: the limits of integers, the infinities of floats.
    const ZERO: Self;
    /// The lower end.
    const LEAST: Self;
    /// The upper end.
    const MOST: Self;
    /// Ignores NaN; −0 is less than +0.
    fn minimum(self, other: Self) -> Self;
    /// Ignores NaN; −0 is less than +0.
    fn maximum(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Value for $int {
            fn random(rng: &mut StdRng) -> Self {
                let awkward = [0, 1, <$int>::MIN, <$int>::MAX, <$int>::MAX / 2, !0];
                // `usize` and `isize` have 64 bits on every host that is supported.
                if rng.random_ratio(1, 4) { awkward[rng.random_range(0..awkward.len())] } else { rng.random::<u64>() as $int }
            }
            fn same(self, other: Self) -> bool {
                self == other
            }
        }
        impl Operators for $int {
            const ZERO: Self = 0;
            const LEAST: Self = <$int>::MIN;
            const MOST: Self = <$int>::MAX;
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minimum(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            fn maximum(self, other: Self) -> Self {
                Ord::max(self, other)
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! floats {
    ($($float:ty, $from:expr;)*) => {$(
        impl Value for $float {
            fn random(rng: &mut StdRng) -> Self {
                let from = $from;
                let awkward = [
                    from(0.0), from(-0.0), from(1.0), <$float>::MAX, <$float>::MIN, <$float>::MIN_POSITIVE,
                    <$float>::INFINITY, <$float>::NEG_INFINITY, <$float>::NAN, <$float>::EPSILON,
                ];
                if rng.random_ratio(1, 4) {
                    awkward[rng.random_range(0..awkward.len())]
                } else {
                    from(rng.random_range(-4.0..4.0))
                }
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
            }
        }
        impl Operators for $float {
            const ZERO: Self = <$float as Number>::ZERO;
            const LEAST: Self = <$float>::NEG_INFINITY;
            const MOST: Self = <$float>::INFINITY;
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn minimum(self, other: Self) -> Self {
                if self.is_nan() { other }
                else if other.is_nan() { self }
                else if self < other || (self == other && self.is_sign_negative()) { self }
                else { other }
            }
            fn maximum(self, other: Self) -> Self {
                if self.is_nan() { other }
                else if other.is_nan() { self }
                else if self > other || (self == other && self.is_sign_positive()) { self }
                else { other }
            }
        }
    )*};
}
floats! {
    f32, |v: f64| v as f32;
    f64, |v: f64| v;
    f16, f16::from_f64;
    bf16, bf16::from_f64;
}

/// `reduce` of a tile: what each of its threads gets. A butterfly: for each distance from half the
/// tile down to 1, every thread combines its value with that of the thread at that distance, its own
/// first.
pub fn butterfly<T: Copy>(values: &[T], op: impl Fn(T, T) -> T) -> Vec<T> {
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

/// `reduce` of a coalesced group: what all of its threads get. A tree in the order of ranks: for the
/// distances 1, 2, 4, … every thread that has a thread at that distance above it combines its value with
/// that one's; rank 0 then has the result.
pub fn tree<T: Copy>(values: &[T], op: impl Fn(T, T) -> T) -> T {
    let mut values = values.to_vec();
    let mut distance = 1;
    while distance < values.len() {
        values = (0..values.len())
            .map(|rank| match values.get(rank + distance) {
                Some(&above) => op(values[rank], above),
                None => values[rank],
            })
            .collect();
        distance *= 2;
    }
    values[0]
}

/// `reduce` of a block: what all of its threads get. Runs of 32 threads by themselves, a whole one by a
/// butterfly and a shorter one by a tree, and then their results by a tree. Of a minimum or maximum each
/// butterfly gives what its rank 0 has.
pub fn warps<T: Copy>(values: &[T], op: impl Fn(T, T) -> T + Copy) -> T {
    let runs: Vec<T> = values
        .chunks(32)
        .map(|run| {
            if run.len() == 32 {
                butterfly(run, op)[0]
            } else {
                tree(run, op)
            }
        })
        .collect();
    tree(&runs, op)
}

/// `inclusive_scan`: what each thread gets. For the distances 1, 2, 4, … every thread that has a thread at
/// that distance below it combines that one's value with its own, that one's first.
pub fn scan<T: Copy>(values: &[T], op: impl Fn(T, T) -> T) -> Vec<T> {
    let mut values = values.to_vec();
    let mut distance = 1;
    while distance < values.len() {
        values = (0..values.len())
            .map(|rank| match rank.checked_sub(distance) {
                Some(below) => op(values[below], values[rank]),
                None => values[rank],
            })
            .collect();
        distance *= 2;
    }
    values
}

/// `exclusive_scan`: what the inclusive one gives the rank below.
pub fn exclusive<T: Copy>(values: &[T], op: impl Fn(T, T) -> T, identity: T) -> Vec<T> {
    let inclusive = scan(values, op);
    std::iter::once(identity)
        .chain(inclusive)
        .take(values.len())
        .collect()
}

/// What each thread sees of its part of a partition by `label`. Parts are numbered by `order` of their
/// members' ranks and label.
pub fn partition<L: PartialEq>(
    labels: &[L],
    x: &[u32],
    order: impl Fn(usize, &L) -> usize,
) -> Vec<Part> {
    let first = |label: &L| {
        labels
            .iter()
            .position(|other| other == label)
            .expect("it is one of them")
    };
    let mut firsts: Vec<usize> = labels
        .iter()
        .map(|label| order(first(label), label))
        .collect();
    firsts.sort_unstable();
    firsts.dedup();
    labels
        .iter()
        .enumerate()
        .map(|(rank, label)| {
            let members: Vec<usize> = (0..labels.len())
                .filter(|&other| labels[other] == *label)
                .collect();
            let own = order(first(label), label);
            Part {
                parts: firsts.len() as u32,
                number: firsts
                    .iter()
                    .position(|&other| other == own)
                    .expect("it is one of them") as u32,
                rank: members
                    .iter()
                    .position(|&other| other == rank)
                    .expect("it is one of them") as u32,
                size: members.len() as u32,
                sum: members
                    .iter()
                    .fold(0, |sum, &other| sum.wrapping_add(x[other])),
                last: x[members[members.len() - 1]],
            }
        })
        .collect()
}

/// By the lowest rank.
pub fn by_rank<L>(first: usize, _: &L) -> usize {
    first
}

/// Where the predicate does not hold before where it does.
pub fn by_predicate(_: usize, holds: &bool) -> usize {
    usize::from(*holds)
}

/// The threads for which `holds`, bit `i` for rank `i`.
pub fn mask(n: usize, holds: impl Fn(usize) -> bool) -> u32 {
    (0..n)
        .filter(|&rank| holds(rank))
        .fold(0, |mask, rank| mask | 1 << rank)
}

/// `n` random values.
pub fn random<T: Value>(n: usize, rng: &mut StdRng) -> Vec<T> {
    (0..n).map(|_| T::random(rng)).collect()
}

/// # Panics
/// Where the two differ, with the place and both values.
pub fn assert_same<T: Value>(got: &[T], want: &[T], what: &str) {
    assert_eq!(got.len(), want.len(), "{what}: lengths differ");
    for (i, (&got, &want)) in got.iter().zip(want).enumerate() {
        assert!(
            got.same(want),
            "{what}: element {i} is {got:?}, should be {want:?}"
        );
    }
}
