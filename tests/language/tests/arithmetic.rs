//! Integer arithmetic wraps in every profile, shifts mask, division is checked, and each operation has the
//! width of its type.

use phalanx::prelude::*;
use phalanx_language::each_device;

/// Pairs of corner cases, for every integer type.
macro_rules! corners {
    ($t:ty) => {{
        let values = [
            <$t>::MIN,
            <$t>::MIN + 1,
            0,
            1,
            2,
            3,
            7,
            100,
            <$t>::MAX / 2,
            <$t>::MAX - 1,
            <$t>::MAX,
        ];
        let mut pairs = (Vec::new(), Vec::new());
        for a in values {
            for b in values {
                pairs.0.push(a);
                pairs.1.push(b);
            }
        }
        pairs
    }};
}

/// Runs a kernel over two slices and compares with a function.
macro_rules! check {
    ($kernel:ident, $t:ty, $expected:expr) => {
        each_device(|stream| {
            let (a, b) = corners!($t);
            let expected: Vec<$t> = a.iter().zip(&b).map(|(&a, &b)| $expected(a, b)).collect();
            let (da, db) = (stream.upload(&a)?, stream.upload(&b)?);
            let mut y = stream.zeros::<$t>(a.len())?;
            $kernel::launch(stream, Launch::cover(a.len()).threads(32), &da, &db, &mut y)?;
            assert_eq!(stream.download(&y)?, expected, stringify!($kernel, $t));
            Ok(())
        })
    };
}

macro_rules! check_all {
    ($kernel:ident, $method:ident) => {
        check!($kernel, i8, |a: i8, b: i8| a.$method(b));
        check!($kernel, i16, |a: i16, b: i16| a.$method(b));
        check!($kernel, i32, |a: i32, b: i32| a.$method(b));
        check!($kernel, i64, |a: i64, b: i64| a.$method(b));
        check!($kernel, isize, |a: isize, b: isize| a.$method(b));
        check!($kernel, u8, |a: u8, b: u8| a.$method(b));
        check!($kernel, u16, |a: u16, b: u16| a.$method(b));
        check!($kernel, u32, |a: u32, b: u32| a.$method(b));
        check!($kernel, u64, |a: u64, b: u64| a.$method(b));
        check!($kernel, usize, |a: usize, b: usize| a.$method(b));
    };
}

#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize]))]
fn add<T: Integer>(grid: Grid, a: &[T], b: &[T], y: &mut [T]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i] + b[i];
    }
}

#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize]))]
fn sub<T: Integer>(grid: Grid, a: &[T], b: &[T], y: &mut [T]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i] - b[i];
    }
}

#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize]))]
fn mul<T: Integer>(grid: Grid, a: &[T], b: &[T], y: &mut [T]) {
    for i in grid.stride(0..y.len()) {
        y[i] = a[i] * b[i];
    }
}

#[test]
fn generic_arithmetic_wraps() {
    check_all!(add, wrapping_add);
    check_all!(sub, wrapping_sub);
    check_all!(mul, wrapping_mul);
}

/// The same with compound assignments, in memory and in a local.
#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize]))]
fn compound<T: Integer>(grid: Grid, a: &[T], b: &[T], y: &mut [T]) {
    for i in grid.stride(0..y.len()) {
        let mut v = a[i];
        v *= b[i];
        y[i] = v;
        y[i] += a[i];
        y[i] -= b[i];
    }
}

#[test]
fn compound_assignments_wrap() {
    check!(compound, i8, |a: i8, b: i8| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
    check!(compound, i32, |a: i32, b: i32| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
    check!(compound, i64, |a: i64, b: i64| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
    check!(compound, u16, |a: u16, b: u16| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
    check!(compound, u64, |a: u64, b: u64| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
    check!(compound, usize, |a: usize, b: usize| a
        .wrapping_mul(b)
        .wrapping_add(a)
        .wrapping_sub(b));
}

/// `u16 * u16` overflows a C++ `int`; `i8 * i8` is an `int` there.
#[group_kernel]
fn narrow(grid: Grid, a: &[u16], b: &[u16], y: &mut [u16]) {
    for i in grid.stride(0..y.len()) {
        y[i] = (a[i] * b[i]) / 3 + (a[i] + b[i]) / 2;
    }
}

#[test]
fn every_operation_is_narrowed() {
    check!(narrow, u16, |a: u16, b: u16| (a.wrapping_mul(b) / 3)
        .wrapping_add(a.wrapping_add(b) / 2));
}

#[group_kernel]
fn bytes(grid: Grid, a: &[u8], b: &[u8], y: &mut [u8]) {
    for i in grid.stride(0..y.len()) {
        let not = !a[i];
        let shifted = (a[i] << 3) >> 2;
        y[i] = (not ^ b[i]) / 5 + (shifted | b[i]) - (a[i] & b[i]);
    }
}

#[test]
fn bytes_stay_bytes() {
    check!(bytes, u8, |a: u8, b: u8| ((!a ^ b) / 5)
        .wrapping_add(((a << 3) >> 2) | b)
        .wrapping_sub(a & b));
}

#[group_kernel]
fn negate(grid: Grid, a: &[i8], b: &[i8], y: &mut [i8]) {
    for i in grid.stride(0..y.len()) {
        y[i] = -a[i] / 2 - -b[i];
    }
}

#[test]
fn negation_wraps() {
    check!(negate, i8, |a: i8, b: i8| (a.wrapping_neg() / 2)
        .wrapping_sub(b.wrapping_neg()));
}

#[group_kernel]
fn shift_signed(grid: Grid, a: &[i32], b: &[i32], y: &mut [i32]) {
    for i in grid.stride(0..y.len()) {
        let mut v = a[i] << b[i];
        v ^= a[i] >> b[i];
        v <<= 1;
        v >>= b[i] as u8;
        y[i] = v;
    }
}

#[test]
fn shifts_mask() {
    check!(shift_signed, i32, |a: i32, b: i32| {
        let v = a.wrapping_shl(b as u32) ^ a.wrapping_shr(b as u32);
        v.wrapping_shl(1).wrapping_shr(u32::from(b as u8))
    });
}

#[group_kernel]
fn shift_mixed(grid: Grid, a: &[u64], b: &[u64], y: &mut [u64]) {
    for i in grid.stride(0..y.len()) {
        y[i] = (a[i] << b[i]) + (a[i] >> (b[i] as i16)) + ((a[i] as u8) << (b[i] as u32)) as u64;
    }
}

#[test]
fn the_amount_of_a_shift_has_any_type() {
    check!(shift_mixed, u64, |a: u64, b: u64| {
        a.wrapping_shl(b as u32)
            .wrapping_add(a.wrapping_shr(b as i16 as u32))
            .wrapping_add(u64::from((a as u8).wrapping_shl(b as u32)))
    });
}

#[group_kernel]
fn divide(grid: Grid, a: &[i32], b: &[i32], y: &mut [i32]) {
    for i in grid.stride(0..y.len()) {
        let overflows = a[i] == i32::MIN && b[i] == -1;
        if b[i] != 0 && !overflows {
            y[i] = a[i] / b[i] * 16 + a[i] % b[i];
            y[i] /= 3;
            y[i] %= 1000;
        }
    }
}

#[test]
fn division_truncates() {
    check!(divide, i32, |a: i32, b: i32| match a.checked_div(b) {
        Some(quotient) => quotient.wrapping_mul(16).wrapping_add(a % b) / 3 % 1000,
        None => 0,
    });
}

#[group_kernel]
fn methods(grid: Grid, a: &[i32], b: &[i32], y: &mut [i32]) {
    for i in grid.stride(0..y.len()) {
        let (p, q) = (a[i], b[i]);
        let mut v = p.wrapping_add(q) ^ p.wrapping_sub(q) ^ p.wrapping_mul(q) ^ p.wrapping_neg();
        v ^= p.wrapping_shl(q as u32) ^ p.wrapping_shr(q as u32);
        v ^= p.saturating_add(q) ^ p.saturating_sub(q);
        v ^= (p.count_ones() + p.count_zeros() * 3 + p.leading_zeros() * 5 + p.trailing_zeros() * 7)
            as i32;
        v ^= p.rotate_left(q as u32) ^ p.rotate_right(3) ^ p.swap_bytes() ^ p.reverse_bits();
        v ^= p.abs() ^ q.pow(3) ^ p.signum() ^ p.min(q) ^ p.max(q) ^ p.clamp(-5, 60);
        v ^= (p.abs_diff(q) as i32) ^ (p.unsigned_abs() as i32) ^ p.wrapping_abs();
        if p.is_negative() {
            v += 1;
        }
        if q.is_positive() {
            v ^= p.rem_euclid(q) ^ p.div_euclid(q) ^ q.ilog2() as i32;
        }
        y[i] = v;
    }
}

#[test]
fn methods_of_integers() {
    check!(methods, i32, |p: i32, q: i32| {
        let mut v = p.wrapping_add(q) ^ p.wrapping_sub(q) ^ p.wrapping_mul(q) ^ p.wrapping_neg();
        v ^= p.wrapping_shl(q as u32) ^ p.wrapping_shr(q as u32);
        v ^= p.saturating_add(q) ^ p.saturating_sub(q);
        v ^= (p.count_ones() + p.count_zeros() * 3 + p.leading_zeros() * 5 + p.trailing_zeros() * 7)
            as i32;
        v ^= p.rotate_left(q as u32) ^ p.rotate_right(3) ^ p.swap_bytes() ^ p.reverse_bits();
        v ^= p.wrapping_abs()
            ^ q.wrapping_pow(3)
            ^ p.signum()
            ^ p.min(q)
            ^ p.max(q)
            ^ p.clamp(-5, 60);
        v ^= (p.abs_diff(q) as i32) ^ (p.unsigned_abs() as i32) ^ p.wrapping_abs();
        if p.is_negative() {
            v = v.wrapping_add(1);
        }
        if q.is_positive() {
            v ^= p.rem_euclid(q) ^ p.div_euclid(q) ^ q.ilog2() as i32;
        }
        v
    });
}

#[group_kernel]
fn methods_unsigned(grid: Grid, a: &[u16], b: &[u16], y: &mut [u16]) {
    for i in grid.stride(0..y.len()) {
        let (p, q) = (a[i], b[i]);
        let mut v = p.next_power_of_two() ^ p.pow(2) ^ p.leading_zeros() as u16 ^ p.rotate_left(5);
        if q > 0 {
            v ^= p.div_ceil(q);
        }
        if p.is_power_of_two() {
            v += 7;
        }
        y[i] = v;
    }
}

#[test]
fn methods_of_unsigned_integers() {
    check!(methods_unsigned, u16, |p: u16, q: u16| {
        let next = p.checked_next_power_of_two().unwrap_or(0);
        let mut v = next ^ p.wrapping_pow(2) ^ p.leading_zeros() as u16 ^ p.rotate_left(5);
        if q > 0 {
            v ^= p.div_ceil(q);
        }
        if p.is_power_of_two() {
            v = v.wrapping_add(7);
        }
        v
    });
}

#[group_kernel]
fn compare(grid: Grid, a: &[i64], b: &[i64], y: &mut [i64]) {
    for i in grid.stride(0..y.len()) {
        let (p, q) = (a[i], b[i]);
        let mut v = 0;
        if p < q && p != q {
            v |= 1;
        }
        if p <= q || p == 0 {
            v |= 2;
        }
        if !(p > q) {
            v |= 4;
        }
        let both = (p >= q) & (q >= 0) | (p == q) ^ true;
        if both {
            v |= 8;
        }
        y[i] = v;
    }
}

#[test]
fn comparisons_and_bool() {
    check!(compare, i64, |p: i64, q: i64| {
        let mut v = i64::from(p < q);
        v |= i64::from(p <= q || p == 0) * 2;
        v |= i64::from(p <= q) * 4;
        v | (i64::from(((p >= q) & (q >= 0)) | (p != q)) * 8)
    });
}
