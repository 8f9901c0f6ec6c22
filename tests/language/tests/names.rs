//! Names: shadowing, patterns, and names that mean something in C++.

#![allow(uncommon_codepoints)]

use phalanx::prelude::*;
use phalanx_language::each_device;

#[group_kernel]
fn shadowing(grid: Grid, y: &mut [i32]) {
    let x = grid.thread_rank();
    if x < y.len() {
        let i = x;
        let x = x as i32;
        let x = x + 1;
        {
            let x = x * 1000;
            y[i] = x;
        }
        let x = {
            let x = x + 5;
            x * 2
        };
        for x in 0..2 {
            let x = x + 7;
            y[i] += x;
        }
        let y_ = match x {
            x if x > 20 => x - 20,
            x => x,
        };
        y[i] += y_;
        let x = [x, x + 1];
        let x = (x[0], x[1]);
        y[i] += x.0 - x.1;
    }
}

#[test]
fn shadowing_is_lexical() {
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(20)?;
        shadowing::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        let expected: Vec<i32> = (1..21)
            .map(|x| {
                let doubled = (x + 5) * 2;
                x * 1000 + 15 + if doubled > 20 { doubled - 20 } else { doubled } - 1
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

/// Keywords and macros of C++, its types, CUDA's variables, what a generated name could look like.
#[group_kernel]
#[allow(non_snake_case, non_upper_case_globals)]
fn __global__(grid: Grid, int: &mut [i32], double: i32) {
    let threadIdx = grid.thread_rank();
    if threadIdx < int.len() {
        let class = threadIdx as i32;
        let assert = class + 1;
        let NULL = assert + 1;
        let template = NULL + double;
        let min = template;
        let max = min;
        let std = max;
        let phalanx = std;
        let uint32_t = phalanx;
        let float = uint32_t;
        let ψ = float;
        let r#type = ψ;
        let new = r#type;
        let x_1 = new;
        let x = x_1;
        let x_2 = x;
        int[threadIdx] = x_2 + register(double);
    }
}

#[device_fn]
fn register(operator: i32) -> i32 {
    let template = operator * 2;
    template
}

#[test]
fn names_of_cpp_are_free() {
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(8)?;
        __global__::launch(stream, Launch::blocks(1).threads(8), &mut y, 10)?;
        let expected: Vec<i32> = (0..8).map(|i| i + 2 + 10 + 20).collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Celsius(i32, Point);

#[group_kernel]
fn patterns(grid: Grid, out: &mut [i32]) {
    let i = grid.thread_rank();
    if i < out.len() {
        let n = i as i32;
        let (a, mut b) = (n, n * 2);
        let ((c, _), d) = ((n + 1, 0), n + 2);
        b += 1;
        let Point { x, y: why } = Point { x: a, y: b };
        let Celsius(degrees, Point { x: inner, .. }) = Celsius(c, Point { x: d, y: 0 });
        let late;
        if n > 3 {
            late = 100;
        } else {
            late = 200;
        }
        let _ = n / 1;
        let mut p = (x, why);
        (p.0, p.1) = (p.1, p.0);
        let (mut q, r);
        (q, r) = p;
        (q, _) = (q + r, 0);
        out[i] = match (degrees, inner) {
            (0 | 1, i) => i,
            (d @ 2..=4, _) => d * 10,
            (d, e) => d + e,
        } + q * 1000
            + late;
    }
}

#[test]
fn patterns_take_values_apart() {
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(12)?;
        patterns::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        let expected: Vec<i32> = (0..12)
            .map(|n| {
                let first = match (n + 1, n + 2) {
                    (0 | 1, i) => i,
                    (d @ 2..=4, _) => d * 10,
                    (d, e) => d + e,
                };
                first + (n + n * 2 + 1) * 1000 + if n > 3 { 100 } else { 200 }
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

const SCALE: i32 = 3;
const TABLE: [i32; 4] = [10, 20, 30, 40];

mod deep {
    pub(crate) mod deeper {
        pub(crate) const OFFSET: i32 = super::BASE * 2;
    }
    const BASE: i32 = 21;
}

#[group_kernel]
fn constants(grid: Grid, out: &mut [i32]) {
    const LOCAL: i32 = SCALE * 7;
    const LEN: usize = 2 * 2;
    let i = grid.thread_rank();
    if i < out.len() {
        let array = [LOCAL; LEN];
        out[i] = TABLE[i % LEN] * SCALE + deep::deeper::OFFSET + array[3] + i32::MAX / 1_000_000;
        out[i] += (u8::MAX as i32) + (usize::BITS as i32) + (f32::EPSILON * 1e7) as i32;
    }
}

#[test]
fn constants_of_any_module() {
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(8)?;
        constants::launch(stream, Launch::blocks(1).threads(8), &mut y)?;
        let expected: Vec<i32> = (0..8)
            .map(|i| TABLE[i % 4] * 3 + 42 + 21 + 2147 + 255 + 64 + 1)
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}
