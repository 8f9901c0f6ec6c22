//! `as` means on a device what it means in Rust.

use phalanx::prelude::*;
use phalanx_language::{bits, each_device};

#[rustfmt::skip]
const FLOATS: [f32; 24] = [
    0.0, -0.0, 0.5, -0.5, 0.999_999_94, 1.0, -1.0, 1.5, -1.5, 2.5, 127.5, -128.9, 255.999, 256.0, 65_535.5,
    2_147_483_648.0, -2_147_483_904.0, 4_294_967_296.0, 1.0e19, -1.0e19, 3.0e38,
    f32::INFINITY, f32::NEG_INFINITY, f32::NAN,
];

#[group_kernel]
fn from_float(grid: Grid, x: &[f32], y: &mut [i64]) {
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        y[i * 10] = v as i8 as i64;
        y[i * 10 + 1] = v as u8 as i64;
        y[i * 10 + 2] = v as i16 as i64;
        y[i * 10 + 3] = v as u16 as i64;
        y[i * 10 + 4] = v as i32 as i64;
        y[i * 10 + 5] = v as u32 as i64;
        y[i * 10 + 6] = v as i64;
        y[i * 10 + 7] = v as u64 as i64;
        y[i * 10 + 8] = v as f64 as i64;
        y[i * 10 + 9] = v as usize as i64;
    }
}

#[test]
fn floats_saturate_and_nan_is_zero() {
    each_device(|stream| {
        let x = stream.upload(&FLOATS)?;
        let mut y = stream.zeros::<i64>(FLOATS.len() * 10)?;
        from_float::launch(stream, Launch::cover(FLOATS.len()).threads(32), &x, &mut y)?;
        let expected: Vec<i64> = FLOATS
            .iter()
            .flat_map(|&v| {
                [
                    i64::from(v as i8),
                    i64::from(v as u8),
                    i64::from(v as i16),
                    i64::from(v as u16),
                    i64::from(v as i32),
                    i64::from(v as u32),
                    v as i64,
                    v as u64 as i64,
                    f64::from(v) as i64,
                    v as usize as i64,
                ]
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

#[rustfmt::skip]
const INTS: [i64; 16] = [
    0, 1, -1, 127, 128, 255, 256, -129, 32_768, 65_535, 16_777_217, i32::MAX as i64, u32::MAX as i64,
    9_007_199_254_740_993, i64::MAX, i64::MIN,
];

#[group_kernel]
fn from_int(grid: Grid, x: &[i64], ints: &mut [i64], floats: &mut [f32]) {
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        ints[i * 4] = v as i8 as u64 as i64;
        ints[i * 4 + 1] = v as u8 as i16 as i64;
        ints[i * 4 + 2] = v as u16 as i32 as i64 + v as i16 as i64;
        ints[i * 4 + 3] = v as u32 as i64 ^ v as i32 as i64;
        floats[i * 4] = v as f32;
        floats[i * 4 + 1] = v as u64 as f32;
        floats[i * 4 + 2] = v as f64 as f32;
        floats[i * 4 + 3] = v as u8 as f32 + (v as i8) as f32;
    }
}

#[test]
fn integers_truncate_extend_and_round_to_even() {
    each_device(|stream| {
        let x = stream.upload(&INTS)?;
        let mut ints = stream.zeros::<i64>(INTS.len() * 4)?;
        let mut floats = stream.zeros::<f32>(INTS.len() * 4)?;
        from_int::launch(
            stream,
            Launch::cover(INTS.len()).threads(32),
            &x,
            &mut ints,
            &mut floats,
        )?;
        let (mut expected_ints, mut expected_floats) = (Vec::new(), Vec::new());
        for v in INTS {
            expected_ints.extend([
                v as i8 as u64 as i64,
                v as u8 as i16 as i64,
                (v as u16 as i32 as i64).wrapping_add(v as i16 as i64),
                v as u32 as i64 ^ v as i32 as i64,
            ]);
            expected_floats.extend([
                v as f32,
                v as u64 as f32,
                v as f64 as f32,
                v as u8 as f32 + (v as i8) as f32,
            ]);
        }
        assert_eq!(stream.download(&ints)?, expected_ints);
        assert_eq!(bits(&stream.download(&floats)?), bits(&expected_floats));
        Ok(())
    });
}

#[derive(Clone, Copy, PartialEq, DeviceCopy)]
#[repr(i8)]
enum Sign {
    Minus = -1,
    Zero,
    Plus,
}

#[group_kernel]
fn of_bool_and_enum(grid: Grid, x: &[i32], y: &mut [i32]) {
    for i in grid.stride(0..x.len()) {
        let sign = if x[i] < 0 {
            Sign::Minus
        } else if x[i] == 0 {
            Sign::Zero
        } else {
            Sign::Plus
        };
        let wide = u32::from(x[i] > 3) + (x[i] as u8 as char_code) as u32;
        y[i] = sign as i32 * 1000 + (x[i] > 1) as i32 * 100 + wide as i32;
    }
}

/// A name for a type, on both sides.
#[allow(non_camel_case_types)]
type char_code = u16;

#[test]
fn bools_and_enums_are_numbers() {
    each_device(|stream| {
        let values = [-5, -1, 0, 1, 2, 4, 300];
        let x = stream.upload(&values)?;
        let mut y = stream.zeros::<i32>(values.len())?;
        of_bool_and_enum::launch(stream, Launch::blocks(1).threads(32), &x, &mut y)?;
        let expected = values.map(|v: i32| {
            let wide = u32::from(v > 3) + u32::from(v as u8);
            v.signum() * 1000 + i32::from(v > 1) * 100 + wide as i32
        });
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

#[group_kernel]
fn from_functions(grid: Grid, x: &[u8], y: &mut [f64]) {
    for i in grid.stride(0..x.len()) {
        let wide = u64::from(x[i]) * 3;
        let float = f32::from(x[i]) / 2.0;
        y[i] = f64::from(float) + f64::from(u32::from(x[i])) + wide as f64;
    }
}

#[test]
fn conversions_without_loss() {
    each_device(|stream| {
        let values: Vec<u8> = (0..=255).collect();
        let x = stream.upload(&values)?;
        let mut y = stream.zeros::<f64>(values.len())?;
        from_functions::launch(stream, Launch::cover(values.len()).threads(64), &x, &mut y)?;
        let expected: Vec<f64> = values
            .iter()
            .map(|&v| f64::from(f32::from(v) / 2.0) + f64::from(v) + f64::from(v) * 3.0)
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}
