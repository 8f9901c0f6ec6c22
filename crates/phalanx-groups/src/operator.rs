//! The operators of reductions and scans.

use crate::rt::ops::Arithmetic;
use crate::value::{DeviceCopy, Integer, Number};

/// Combines two values of type `T` into one. Associative, up to the rounding of floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not combine values of type `{T}`",
    label = "not an operator for `{T}`",
    note = "`Plus`, `Min` and `Max` combine numbers; `BitAnd`, `BitOr` and `BitXor` combine \
        integers"
)]
pub trait Operator<T: DeviceCopy>: Copy + Send + Sync + 'static {
    /// Whether members of a group could end with different bits though each combined the same
    /// values, because the operator does not treat its sides alike. Then all are given rank 0's
    /// result.
    #[doc(hidden)]
    const ASYMMETRIC: bool;

    /// `a` combined with `b`.
    fn combine(a: T, b: T) -> T;

    /// What no value changes when combined with it; of floats 0 for the sum, whose sign it takes from
    /// a −0, and infinities for minimum and maximum, which ignore NaN.
    #[doc(hidden)]
    fn identity() -> T;
}

/// The sum; of integers it wraps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plus;

/// The smallest; of floats NaN is ignored beside a number, and −0 is below +0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Min;

/// The largest; of floats NaN is ignored beside a number, and −0 is below +0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Max;

/// The bits that all have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitAnd;

/// The bits that any has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitOr;

/// The bits that an odd number has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitXor;

macro_rules! operators {
    ($($name:ident<$bound:ident> $asymmetric:expr, $identity:expr, |$a:ident, $b:ident| $combined:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $bound> Operator<T> for $name {
            const ASYMMETRIC: bool = $asymmetric;

            #[inline]
            fn combine($a: T, $b: T) -> T {
                $combined
            }

            #[inline]
            fn identity() -> T {
                $identity
            }
        }
    )*};
}
/// Of integers the limit itself, of floats the infinity of this sign.
fn beyond<T: Number>(limit: T, sign: T) -> T {
    match T::IS_FLOAT {
        true => Arithmetic::div(sign, T::ZERO),
        false => limit,
    }
}

operators! {
    Plus<Number> false, T::ZERO, |a, b| Arithmetic::add(a, b);
    // Two NaNs with different payloads: the first operand's stays.
    Min<Number> T::IS_FLOAT, beyond(T::MAX, T::ONE), |a, b| Arithmetic::min(a, b);
    Max<Number> T::IS_FLOAT, beyond(T::MIN, Arithmetic::sub(T::ZERO, T::ONE)), |a, b| Arithmetic::max(a, b);
    BitAnd<Integer> false, !T::ZERO, |a, b| a & b;
    BitOr<Integer> false, T::ZERO, |a, b| a | b;
    BitXor<Integer> false, T::ZERO, |a, b| a ^ b;
}
