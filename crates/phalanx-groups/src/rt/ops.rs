//! Arithmetic whose meaning does not depend on the build profile, and which is the same on the GPU.
//!
//! Integers wrap, shifts mask their right side, division by zero panics with core's message. The
//! minimum and maximum of floats ignore a NaN beside a number and order −0 below +0 (Rust leaves
//! the zeros open; CUDA's `fminf` and `fmaxf` do the same as here).

use half::{bf16, f16};

/// What every number type can do.
pub trait Arithmetic: Copy {
    /// Whether rounding, NaN and signed zeros exist.
    const IS_FLOAT: bool;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    #[track_caller]
    fn div(self, other: Self) -> Self;
    #[track_caller]
    fn rem(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
}

/// Signed integers and floats.
pub trait Negate: Copy {
    fn neg(self) -> Self;
}

/// Signed integers and floats.
pub trait Absolute: Copy {
    fn abs(self) -> Self;
}

/// Integers, to a power.
pub trait Power: Copy {
    fn pow(self, exponent: u32) -> Self;
}

/// Unsigned integers, to the power of two that is not less.
pub trait Unsigned: Copy {
    fn next_power_of_two(self) -> Self;
}

/// Floats, to a whole power.
pub trait PowerInt: Copy {
    fn powi(self, exponent: i32) -> Self;
}

/// Integers, shifted by as many bits as the low bits of `by` say.
pub trait Shift: Copy {
    fn shl(self, by: u32) -> Self;
    fn shr(self, by: u32) -> Self;
}

/// The right side of a shift: any integer.
pub trait ShiftAmount: Copy {
    /// The low 32 bits; a shift uses at most the low 6.
    fn low_bits(self) -> u32;
}

/// `a + b`
#[inline]
pub fn add<T: Arithmetic>(a: T, b: T) -> T {
    a.add(b)
}

/// `a - b`
#[inline]
pub fn sub<T: Arithmetic>(a: T, b: T) -> T {
    a.sub(b)
}

/// `a * b`
#[inline]
pub fn mul<T: Arithmetic>(a: T, b: T) -> T {
    a.mul(b)
}

/// `a / b`
#[inline]
#[track_caller]
pub fn div<T: Arithmetic>(a: T, b: T) -> T {
    a.div(b)
}

/// `a % b`
#[inline]
#[track_caller]
pub fn rem<T: Arithmetic>(a: T, b: T) -> T {
    a.rem(b)
}

/// `-a`
#[inline]
pub fn neg<T: Negate>(a: T) -> T {
    a.neg()
}

/// `a << by`
#[inline]
pub fn shl<T: Shift, S: ShiftAmount>(a: T, by: S) -> T {
    a.shl(by.low_bits())
}

/// `a >> by`
#[inline]
pub fn shr<T: Shift, S: ShiftAmount>(a: T, by: S) -> T {
    a.shr(by.low_bits())
}

/// `a.min(b)`
#[inline]
pub fn min<T: Arithmetic>(a: T, b: T) -> T {
    a.min(b)
}

/// `a.max(b)`
#[inline]
pub fn max<T: Arithmetic>(a: T, b: T) -> T {
    a.max(b)
}

/// `a.abs()`
#[inline]
pub fn abs<T: Absolute>(a: T) -> T {
    a.abs()
}

/// `base.pow(exponent)`
#[inline]
pub fn pow<T: Power>(base: T, exponent: u32) -> T {
    base.pow(exponent)
}

/// `a.next_power_of_two()`, 0 where there is none.
#[inline]
pub fn next_power_of_two<T: Unsigned>(a: T) -> T {
    a.next_power_of_two()
}

/// `base.powi(exponent)`: by squaring, the reciprocal last, so that every device rounds alike.
#[inline]
pub fn powi<T: PowerInt>(base: T, exponent: i32) -> T {
    base.powi(exponent)
}

macro_rules! integers {
    ($($t:ty),*) => {$(
        impl Arithmetic for $t {
            const IS_FLOAT: bool = false;
            #[inline]
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline]
            fn sub(self, other: Self) -> Self { self.wrapping_sub(other) }
            #[inline]
            fn mul(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline]
            #[track_caller]
            fn div(self, other: Self) -> Self {
                if other == 0 {
                    panic!("attempt to divide by zero");
                }
                match self.checked_div(other) {
                    Some(quotient) => quotient,
                    None => panic!("attempt to divide with overflow"),
                }
            }
            #[inline]
            #[track_caller]
            fn rem(self, other: Self) -> Self {
                if other == 0 {
                    panic!("attempt to calculate the remainder with a divisor of zero");
                }
                match self.checked_rem(other) {
                    Some(remainder) => remainder,
                    None => panic!("attempt to calculate the remainder with overflow"),
                }
            }
            #[inline]
            fn min(self, other: Self) -> Self { Ord::min(self, other) }
            #[inline]
            fn max(self, other: Self) -> Self { Ord::max(self, other) }
        }
        impl Power for $t {
            #[inline]
            fn pow(self, exponent: u32) -> Self { self.wrapping_pow(exponent) }
        }
        impl Shift for $t {
            #[inline]
            fn shl(self, by: u32) -> Self { self.wrapping_shl(by) }
            #[inline]
            fn shr(self, by: u32) -> Self { self.wrapping_shr(by) }
        }
        impl ShiftAmount for $t {
            #[inline]
            fn low_bits(self) -> u32 { self as u32 }
        }
    )*};
}
integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! unsigned {
    ($($t:ty),*) => {$(
        impl Unsigned for $t {
            #[inline]
            fn next_power_of_two(self) -> Self {
                self.checked_next_power_of_two().unwrap_or(0)
            }
        }
    )*};
}
unsigned!(u8, u16, u32, u64, usize);

macro_rules! signed {
    ($($t:ty),*) => {$(
        impl Negate for $t {
            #[inline]
            fn neg(self) -> Self { self.wrapping_neg() }
        }
        impl Absolute for $t {
            #[inline]
            fn abs(self) -> Self { self.wrapping_abs() }
        }
    )*};
}
signed!(i8, i16, i32, i64, isize);

macro_rules! floats {
    ($($t:ty: $one:expr, $abs:expr;)*) => {$(
        impl Arithmetic for $t {
            const IS_FLOAT: bool = true;
            #[inline]
            fn add(self, other: Self) -> Self { self + other }
            #[inline]
            fn sub(self, other: Self) -> Self { self - other }
            #[inline]
            fn mul(self, other: Self) -> Self { self * other }
            #[inline]
            fn div(self, other: Self) -> Self { self / other }
            #[inline]
            fn rem(self, other: Self) -> Self { self % other }
            #[inline]
            fn min(self, other: Self) -> Self {
                let zero = other == self && other.is_sign_negative();
                if self.is_nan() || other < self || zero { other } else { self }
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                let zero = other == self && other.is_sign_positive();
                if self.is_nan() || other > self || zero { other } else { self }
            }
        }
        impl Negate for $t {
            #[inline]
            fn neg(self) -> Self { -self }
        }
        impl Absolute for $t {
            #[inline]
            fn abs(self) -> Self { $abs(self) }
        }
        impl PowerInt for $t {
            #[inline]
            fn powi(self, exponent: i32) -> Self {
                let (mut square, mut left, mut product) = (self, exponent.unsigned_abs(), $one);
                loop {
                    if left & 1 == 1 {
                        product *= square;
                    }
                    left >>= 1;
                    if left == 0 {
                        break;
                    }
                    square *= square;
                }
                if exponent < 0 { $one / product } else { product }
            }
        }
    )*};
}
floats! {
    f32: 1.0, f32::abs;
    f64: 1.0, f64::abs;
    f16: f16::ONE, |x: f16| f16::from_bits(x.to_bits() & 0x7fff);
    bf16: bf16::ONE, |x: bf16| bf16::from_bits(x.to_bits() & 0x7fff);
}
