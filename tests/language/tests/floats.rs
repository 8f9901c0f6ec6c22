//! Floating-point arithmetic is IEEE and unfused; literals have the type that Rust infers.

use phalanx::prelude::*;
use phalanx_language::{bits, each_device};

const VALUES: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    3.3,
    1.0e-40,
    -1.0e-45,
    16_777_217.0,
    1.0e30,
    -2.5,
    0.5,
    1.000_000_1,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

fn pairs() -> (Vec<f32>, Vec<f32>) {
    VALUES.iter().flat_map(|&a| VALUES.map(|b| (a, b))).unzip()
}

/// Runs a kernel over all pairs and compares bit for bit.
macro_rules! check {
    ($kernel:ident, $expected:expr) => {
        each_device(|stream| {
            let (a, b) = pairs();
            let expected: Vec<f32> = a.iter().zip(&b).map(|(&a, &b)| $expected(a, b)).collect();
            let (da, db) = (stream.upload(&a)?, stream.upload(&b)?);
            let mut y = stream.zeros::<f32>(a.len())?;
            $kernel::launch(stream, Launch::cover(a.len()).threads(64), &da, &db, &mut y)?;
            assert_eq!(bits(&stream.download(&y)?), bits(&expected));
            Ok(())
        })
    };
}

#[group_kernel]
fn unfused(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i] * b[i] + a[i] - b[i] / 3.0 + a[i] % 2.0;
    }
}

#[test]
fn arithmetic_is_not_contracted() {
    check!(unfused, |a: f32, b: f32| a * b + a - b / 3.0 + a % 2.0);
}

#[group_kernel]
fn fused(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i].mul_add(b[i], a[i]);
    }
}

#[test]
fn mul_add_is_fused() {
    check!(fused, |a: f32, b: f32| a.mul_add(b, a));
}

#[group_kernel]
fn compound(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i];
        y[i] += b[i];
        y[i] *= 0.1;
        y[i] -= a[i];
        let mut v = y[i];
        v /= 0.3;
        v %= 7.0;
        y[i] = -v;
    }
}

#[test]
fn compound_assignments() {
    check!(compound, |a: f32, b: f32| -(((a + b) * 0.1 - a) / 0.3
        % 7.0));
}

/// `0.0`, `1e-3` and `2.0` are `f32` here; as `double` the sum would differ.
#[group_kernel]
fn literals(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        let mut s = 0.0;
        let step = 1e-3;
        for k in 0..7 {
            s += a[i] * step + (k as f32) * 0.1;
        }
        let tail = if b[i] > 0.0 { 0.1 } else { 2.0 / 3.0 };
        y[i] = s + tail;
    }
}

#[test]
fn literals_have_the_type_of_their_use() {
    check!(literals, |a: f32, b: f32| {
        let mut s = 0.0_f32;
        for k in 0..7 {
            s += a * 1e-3 + (k as f32) * 0.1;
        }
        s + if b > 0.0 { 0.1 } else { 2.0 / 3.0 }
    });
}

/// Nothing says what these are: they are `i32` and `f64`.
#[group_kernel]
fn unconstrained(grid: Grid, y: &mut [f64]) {
    if grid.thread_rank() == 0 {
        let third = 1.0 / 3.0;
        let big = 2_000_000_000 * 2;
        y[0] = third;
        y[1] = big as f64;
    }
}

#[test]
fn literals_fall_back_to_i32_and_f64() {
    each_device(|stream| {
        let mut y = stream.zeros::<f64>(2)?;
        unconstrained::launch(stream, Launch::blocks(1).threads(1), &mut y)?;
        assert_eq!(
            stream.download(&y)?,
            [1.0 / 3.0, f64::from(2_000_000_000_i32.wrapping_mul(2))]
        );
        Ok(())
    });
}

#[group_kernel]
fn min_max(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] = if i % 2 == 0 {
            a[i].min(b[i])
        } else {
            a[i].max(b[i])
        };
    }
}

#[test]
fn min_and_max_ignore_nan_and_order_zeros() {
    // Rust leaves the sign of a zero open where both are zeros; the language does not.
    fn min(a: f32, b: f32) -> f32 {
        if a == 0.0 && b == 0.0 {
            f32::from_bits(a.to_bits() | b.to_bits())
        } else {
            a.min(b)
        }
    }
    fn max(a: f32, b: f32) -> f32 {
        if a == 0.0 && b == 0.0 {
            f32::from_bits(a.to_bits() & b.to_bits())
        } else {
            a.max(b)
        }
    }
    each_device(|stream| {
        let (a, b) = pairs();
        let expected: Vec<f32> = (0..a.len())
            .map(|i| {
                if i % 2 == 0 {
                    min(a[i], b[i])
                } else {
                    max(a[i], b[i])
                }
            })
            .collect();
        let (da, db) = (stream.upload(&a)?, stream.upload(&b)?);
        let mut y = stream.zeros::<f32>(a.len())?;
        min_max::launch(stream, Launch::fill().threads(64), &da, &db, &mut y)?;
        assert_eq!(bits(&stream.download(&y)?), bits(&expected));
        Ok(())
    });
}

#[group_kernel]
fn methods(grid: Grid, a: &[f32], b: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        let (p, q) = (a[i], b[i]);
        let mut v = p.abs().sqrt() + q.floor() - p.ceil() + q.trunc() + p.round();
        v += p.round_ties_even() + q.fract() + p.copysign(q) + q.signum();
        if p.is_nan() || q.is_infinite() || !q.is_finite() {
            v = 1.0;
        }
        if p.is_sign_negative() && q.is_sign_positive() {
            v += f32::from_bits(q.to_bits() ^ 1);
        }
        y[i] = v + p.powi(3) + p.clamp(-1.0, 1.0) + q.recip();
    }
}

#[test]
fn exact_methods() {
    check!(methods, |p: f32, q: f32| {
        let mut v = p.abs().sqrt() + q.floor() - p.ceil() + q.trunc() + p.round();
        v += p.round_ties_even() + q.fract() + p.copysign(q) + q.signum();
        if p.is_nan() || q.is_infinite() || !q.is_finite() {
            v = 1.0;
        }
        if p.is_sign_negative() && q.is_sign_positive() {
            v += f32::from_bits(q.to_bits() ^ 1);
        }
        v + p * (p * p) + p.clamp(-1.0, 1.0) + q.recip()
    });
}

#[group_kernel]
fn approximate(grid: Grid, x: &[f64], y: &mut [f64]) {
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        y[i] = v.sin() + v.cos() * v.tan() + v.exp() - v.exp2() + (v + 1.0).ln() + (v + 1.0).log2();
        y[i] += (v + 2.0).log10() + v.powf(1.5) + v.cbrt() + v.hypot(2.0) + v.atan() + v.atan2(3.0);
        y[i] += v.sinh() - v.cosh() + v.tanh() + (v / 10.0).asin() + (v / 10.0).acos();
        y[i] += v.to_degrees() + v.to_radians() + core::f64::consts::PI;
    }
}

#[test]
fn functions_agree_to_a_few_units() {
    each_device(|stream| {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i) / 7.0).collect();
        let x = stream.upload(&values)?;
        let mut y = stream.zeros::<f64>(values.len())?;
        approximate::launch(stream, Launch::cover(values.len()).threads(32), &x, &mut y)?;
        for (got, v) in stream.download(&y)?.into_iter().zip(values) {
            let mut want = v.sin() + v.cos() * v.tan() + v.exp() - v.exp2()
                + (v + 1.0).ln()
                + (v + 1.0).log2();
            want +=
                (v + 2.0).log10() + v.powf(1.5) + v.cbrt() + v.hypot(2.0) + v.atan() + v.atan2(3.0);
            want += v.sinh() - v.cosh() + v.tanh() + (v / 10.0).asin() + (v / 10.0).acos();
            want += v.to_degrees() + v.to_radians() + core::f64::consts::PI;
            assert!(
                (got - want).abs() <= want.abs() * 1e-12,
                "{got} is not {want} at {v}"
            );
        }
        Ok(())
    });
}

#[group_kernel]
fn half(grid: Grid, a: &[f16], b: &[bf16], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        let p = a[i] * a[i] + f16::from_f32(0.1);
        let q = (b[i] - bf16::from_f32(1.0)) / b[i];
        let mut r = p.to_f32() + q.to_f32();
        if a[i] < f16::from_bits(0x3c00) && b[i] > bf16::from_f64(0.5) {
            r += 1.0;
        }
        y[i] = r + p.to_bits() as f32;
    }
}

#[test]
fn half_precision() {
    each_device(|stream| {
        let a: Vec<f16> = (1..40).map(|i| f16::from_f32(i as f32 / 16.0)).collect();
        let b: Vec<bf16> = (1..40).map(|i| bf16::from_f32(i as f32 / 8.0)).collect();
        let expected: Vec<f32> = a
            .iter()
            .zip(&b)
            .map(|(&a, &b)| {
                let p = a * a + f16::from_f32(0.1);
                let q = (b - bf16::from_f32(1.0)) / b;
                let more = a < f16::from_f32(1.0) && b > bf16::from_f32(0.5);
                p.to_f32() + q.to_f32() + f32::from(u8::from(more)) + f32::from(p.to_bits())
            })
            .collect();
        let (da, db) = (stream.upload(&a)?, stream.upload(&b)?);
        let mut y = stream.zeros::<f32>(a.len())?;
        half::launch(stream, Launch::cover(a.len()).threads(32), &da, &db, &mut y)?;
        assert_eq!(bits(&stream.download(&y)?), bits(&expected));
        Ok(())
    });
}

#[group_kernel(variants(T = [f32, f64]))]
fn polynomial<T: Float>(grid: Grid, x: &[T], y: &mut [T]) {
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        let p = v.mul_add(v, T::ONE) - v.abs().sqrt();
        y[i] = p.max(T::ZERO) + v.floor() - v.ceil() + v.trunc() * v.round();
    }
}

#[test]
fn generic_floats() {
    each_device(|stream| {
        let values: Vec<f64> = (-20..20).map(|i| f64::from(i) * 0.37).collect();
        let x = stream.upload(&values)?;
        let mut y = stream.zeros::<f64>(values.len())?;
        polynomial::launch(stream, Launch::cover(values.len()).threads(32), &x, &mut y)?;
        let expected: Vec<f64> = values
            .iter()
            .map(|v| {
                (v.mul_add(*v, 1.0) - v.abs().sqrt()).max(0.0) + v.floor() - v.ceil()
                    + v.trunc() * v.round()
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}
