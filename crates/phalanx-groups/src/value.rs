//! The types a kernel may hold.

use half::{bf16, f16};

use crate::assume::Claim;
use crate::rt::ops::{Absolute, Arithmetic, Negate, Power, Shift};
use crate::rt::shared::SharedObject;

/// Plain data that means the same bytes on the host and on every device.
///
/// Implemented for `bool`, the integers but `i128` and `u128`, `f32`, `f64`, [`half::f16`],
/// [`half::bf16`], arrays, and tuples of up to six of these; derive it for structs and field-less
/// enums: `#[derive(Clone, Copy, DeviceCopy)]`.
///
/// # Safety
///
/// Every value is fully described by its bytes: no references, no pointers. The layout is defined
/// (`#[repr(C)]`, or a `#[repr(u32)]`-like integer for an enum) and the same for the device
/// compiler.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used in a kernel",
    label = "not plain data that host and device share",
    note = "for a struct of your own: `#[derive(Clone, Copy, DeviceCopy)] #[repr(C)]`"
)]
pub unsafe trait DeviceCopy: Copy + Send + Sync + 'static {}

/// An integer or a floating-point number, for kernels that are generic over the element type.
///
/// In a kernel a `T: Number` has the operators `+ - * / %`, comparisons, and the methods `min` and
/// `max`. Integers wrap on overflow; the minimum and maximum of floats ignore a NaN beside a number
/// and order −0 below +0, as on the GPU.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    label = "needs an integer or a float",
    note = "the integers but `i128` and `u128`, `f32`, `f64`, `f16` and `bf16` are numbers"
)]
pub trait Number:
    DeviceCopy + PartialOrd + core::fmt::Debug + Default + Arithmetic + SharedObject + Claim
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The smallest finite value.
    const MIN: Self;
    /// The largest finite value.
    const MAX: Self;
}

/// An integer, for kernels that are generic over the element type.
///
/// In a kernel a `T: Integer` also has the bit operators, shifts, which mask their right side, and
/// `pow`, which wraps.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer",
    label = "needs an integer",
    note = "`i8` to `i64`, `u8` to `u64`, `isize` and `usize` are"
)]
pub trait Integer:
    Number
    + Eq
    + Ord
    + core::hash::Hash
    + core::ops::BitAnd<Output = Self>
    + core::ops::BitOr<Output = Self>
    + core::ops::BitXor<Output = Self>
    + core::ops::Not<Output = Self>
    + Shift
    + Power
{
    /// The width, in bits.
    const BITS: u32;
}

/// A floating-point number, for kernels that are generic over the element type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a floating-point number",
    label = "needs a float",
    note = "`f32`, `f64`, `f16` and `bf16` are"
)]
pub trait Float: Number + Negate + Absolute {
    /// The square root, correctly rounded; NaN for a negative number.
    fn sqrt(self) -> Self;
    /// `self * a + b` with one rounding.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The largest whole number that is not greater.
    fn floor(self) -> Self;
    /// The smallest whole number that is not less.
    fn ceil(self) -> Self;
    /// The whole part.
    fn trunc(self) -> Self;
    /// The nearest whole number, halves away from zero.
    fn round(self) -> Self;
    /// Whether this is not a number.
    fn is_nan(self) -> bool;
    /// Whether this is neither infinite nor NaN.
    fn is_finite(self) -> bool;
}

macro_rules! plain {
    ($($t:ty),*) => {$(
        // SAFETY: a primitive (or a transparent wrapper of one) that CUDA C++ has with the same
        // size and encoding.
        unsafe impl DeviceCopy for $t {}
        impl SharedObject for $t {}
    )*};
}
plain!(
    bool, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64, f16, bf16
);

macro_rules! tuples {
    ($(($($t:ident)+))*) => {$(
        // SAFETY: made of plain data only. Tuples stay inside a kernel, so that their layout is
        // never shared.
        unsafe impl<$($t: DeviceCopy),+> DeviceCopy for ($($t,)+) {}
        impl<$($t: DeviceCopy),+> SharedObject for ($($t,)+) {}
    )*};
}
tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

// SAFETY: elements of plain data, one after the other, in Rust and in C++.
unsafe impl<T: DeviceCopy, const N: usize> DeviceCopy for [T; N] {}

macro_rules! integers {
    ($($t:ty),*) => {$(
        impl Number for $t {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MIN: Self = <$t>::MIN;
            const MAX: Self = <$t>::MAX;
        }
        impl Integer for $t {
            const BITS: u32 = <$t>::BITS;
        }
    )*};
}
integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! native_floats {
    ($($t:ty),*) => {$(
        impl Number for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MIN: Self = <$t>::MIN;
            const MAX: Self = <$t>::MAX;
        }
        impl Float for $t {
            fn sqrt(self) -> Self { <$t>::sqrt(self) }
            fn mul_add(self, a: Self, b: Self) -> Self { <$t>::mul_add(self, a, b) }
            fn abs(self) -> Self { <$t>::abs(self) }
            fn floor(self) -> Self { <$t>::floor(self) }
            fn ceil(self) -> Self { <$t>::ceil(self) }
            fn trunc(self) -> Self { <$t>::trunc(self) }
            fn round(self) -> Self { <$t>::round(self) }
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
            fn is_finite(self) -> bool { <$t>::is_finite(self) }
        }
    )*};
}
native_floats!(f32, f64);

// Square root and rounding to whole numbers are exact or correctly rounded through `f32`: it has
// more than twice the digits of either type and two to spare. A fused multiply-add is not, see
// `rt::half_float`.
macro_rules! half_floats {
    ($($t:ty),*) => {$(
        impl Number for $t {
            const ZERO: Self = <$t>::ZERO;
            const ONE: Self = <$t>::ONE;
            const MIN: Self = <$t>::MIN;
            const MAX: Self = <$t>::MAX;
        }
        impl Float for $t {
            fn sqrt(self) -> Self { <$t>::from_f32(self.to_f32().sqrt()) }
            fn mul_add(self, a: Self, b: Self) -> Self { crate::rt::half_float::mul_add(self, a, b) }
            fn abs(self) -> Self { Absolute::abs(self) }
            fn floor(self) -> Self { <$t>::from_f32(self.to_f32().floor()) }
            fn ceil(self) -> Self { <$t>::from_f32(self.to_f32().ceil()) }
            fn trunc(self) -> Self { <$t>::from_f32(self.to_f32().trunc()) }
            fn round(self) -> Self { <$t>::from_f32(self.to_f32().round()) }
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
            fn is_finite(self) -> bool { <$t>::is_finite(self) }
        }
    )*};
}
half_floats!(f16, bf16);
