//! `rt`'s arithmetic against what Rust and IEEE 754 say.

use half::{bf16, f16};
use phalanx_groups::rt::{
    abs, add, div, max, min, mul, neg, next_power_of_two, pow, powi, rem, shl, shr, sub,
};
use phalanx_groups::{Float, Integer, Number};
use proptest::prelude::*;

macro_rules! integers {
    ($($t:ident),*) => {$(
        mod $t {
            use super::*;

            proptest! {
                #[test]
                fn wraps_and_masks(a: $t, b: $t, by: i64, exponent in 0u32..70) {
                    prop_assert_eq!(add(a, b), a.wrapping_add(b));
                    prop_assert_eq!(sub(a, b), a.wrapping_sub(b));
                    prop_assert_eq!(mul(a, b), a.wrapping_mul(b));
                    prop_assert_eq!(pow(a, exponent), a.wrapping_pow(exponent));
                    prop_assert_eq!((min(a, b), max(a, b)), (a.min(b), a.max(b)));
                    // The low bits of the right side count, whatever its type.
                    let masked = by.rem_euclid(i64::from($t::BITS)) as u32;
                    prop_assert_eq!(shl(a, by), a << masked);
                    prop_assert_eq!(shr(a, by as u8), a >> masked);
                    prop_assert_eq!(shr(a, by as i16), a >> masked);
                    if let (Some(quotient), Some(remainder)) = (a.checked_div(b), a.checked_rem(b)) {
                        prop_assert_eq!((div(a, b), rem(a, b)), (quotient, remainder));
                    }
                }
            }

            #[test]
            fn constants() {
                assert_eq!((<$t as Number>::ZERO, <$t as Number>::ONE), (0, 1));
                assert_eq!((<$t as Number>::MIN, <$t as Number>::MAX), ($t::MIN, $t::MAX));
                assert_eq!(<$t as Integer>::BITS, 8 * size_of::<$t>() as u32);
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

#[test]
fn the_next_power_of_two_wraps() {
    assert_eq!(
        [0u8, 1, 3, 128, 129].map(next_power_of_two),
        [1, 1, 4, 128, 0]
    );
    assert_eq!(next_power_of_two(usize::MAX), 0);
}

#[test]
fn the_smallest_integer_has_no_opposite() {
    assert_eq!(
        (neg(i32::MIN), abs(i32::MIN), neg(i8::MIN), abs(-5i64)),
        (i32::MIN, i32::MIN, i8::MIN, 5)
    );
}

macro_rules! floats {
    ($($name:ident: $t:ident, $bits:ident;)*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn minimum_and_maximum(a: $bits, b: $bits) {
                    let (a, b) = ($t::from_bits(a), $t::from_bits(b));
                    for (a, b) in [(a, b), (a, $t::NAN), ($t::NAN, b)] {
                        let (least, greatest) = (min(a, b), max(a, b));
                        if a.is_nan() && b.is_nan() {
                            prop_assert!(least.is_nan() && greatest.is_nan());
                        } else if a.is_nan() || b.is_nan() {
                            let number = if a.is_nan() { b } else { a };
                            prop_assert_eq!((least.to_bits(), greatest.to_bits()), (number.to_bits(), number.to_bits()));
                        } else {
                            let (low, high) = if a.total_cmp(&b).is_le() { (a, b) } else { (b, a) };
                            prop_assert_eq!((least.to_bits(), greatest.to_bits()), (low.to_bits(), high.to_bits()));
                        }
                    }
                }

                #[test]
                fn signs(a: $bits) {
                    let a = $t::from_bits(a);
                    let sign = 1 << ($bits::BITS - 1);
                    prop_assert_eq!(abs(a).to_bits(), a.to_bits() & !sign);
                    prop_assert_eq!(Float::abs(a).to_bits(), a.to_bits() & !sign);
                    prop_assert_eq!(neg(a).to_bits(), a.to_bits() ^ sign);
                }
            }

            #[test]
            fn zeros_are_ordered() {
                let (plus, minus) = (<$t as Number>::ZERO, neg(<$t as Number>::ZERO));
                for (a, b) in [(plus, minus), (minus, plus)] {
                    assert_eq!((min(a, b).to_bits(), max(a, b).to_bits()), (minus.to_bits(), plus.to_bits()));
                }
            }
        }
    )*};
}
floats! {
    of_f32: f32, u32;
    of_f64: f64, u64;
    of_f16: f16, u16;
    of_bf16: bf16, u16;
}

#[test]
fn whole_powers_are_products() {
    assert_eq!(powi(3.0f32, 5), 243.0);
    assert_eq!(powi(-2.0f64, -3), -0.125);
    assert_eq!((powi(0.0f32, 0), powi(f32::NAN, 0)), (1.0, 1.0));
    assert_eq!(powi(f16::from_f32(1.5), 2), f16::from_f32(2.25));
    assert_eq!(
        powi(1.0000001f32, i32::MIN),
        powi(1.0f32 / 1.0000001, 0) / powi_reference(1.0000001, 1 << 31)
    );
}

/// By squaring, the low bits of the exponent first.
fn powi_reference(base: f32, exponent: u64) -> f32 {
    let mut product = 1.0;
    let mut square = base;
    for bit in 0..64 {
        if exponent >> bit & 1 == 1 {
            product *= square;
        }
        if exponent >> bit > 1 {
            square *= square;
        }
    }
    product
}

/// The neighbour of the exact `x * a + b` that rounding to nearest, ties to even, picks among all
/// finite values.
fn nearest(x: f16, a: f16, b: f16) -> f64 {
    // In units of 2^-48 everything is a whole number of less than 100 bits.
    let unit = |v: f16| (v.to_f64() * 2f64.powi(24)) as i128;
    let exact = unit(x) * unit(a) + (unit(b) << 24);
    let all =
        (0..=0x7bffu16).flat_map(|bits| [f16::from_bits(bits), f16::from_bits(bits | 0x8000)]);
    all.min_by_key(|v| {
        let distance = (exact - (unit(*v) << 24)).abs();
        (distance, v.to_bits() & 1)
    })
    .expect("there are values")
    .to_f64()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn fused_multiply_add_of_f16_rounds_once(x in 0u16..0x4c00, a in 0u16..0x4c00, b in 0u16..0x6000, signs in 0u16..4) {
        let x = f16::from_bits(x | (signs & 1) << 15);
        let (a, b) = (f16::from_bits(a), f16::from_bits(b | (signs & 2) << 14));
        prop_assert_eq!(x.mul_add(a, b).to_f64(), nearest(x, a, b));
    }
}

#[test]
fn a_tie_is_decided_by_what_double_precision_cannot_hold() {
    // 1.0078125 * 1.5 lies halfway between two `bf16`, and the addend is far below the last bit of
    // its double.
    let (x, a) = (bf16::from_f32(1.0078125), bf16::from_f32(1.5));
    let tie = x.to_f64() * a.to_f64();
    let even = bf16::from_f64(tie);
    let tiny = bf16::from_f64(2f64.powi(-100));
    let up = x.mul_add(a, tiny).to_f64();
    let down = x.mul_add(a, -tiny).to_f64();
    assert!(down < tie && tie < up, "{down} {tie} {up}");
    assert!(even.to_f64() == up || even.to_f64() == down);
}
