//! What the collectives mean, in plain Rust, and the values they are tried on.

use phalanx::prelude::*;
use rand::Rng;
use rand::rngs::StdRng;

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
