//! Operands are evaluated from left to right; an assignment evaluates the value first, then the place.

use phalanx::prelude::*;
use phalanx_language::each_device;

/// Appends a digit to the trace and gives it back.
#[device_fn]
fn mark(trace: &mut u64, digit: u64) -> u64 {
    *trace = *trace * 10 + digit;
    digit
}

#[device_fn]
fn index(trace: &mut u64, i: usize) -> usize {
    mark(trace, i as u64);
    i
}

#[device_fn]
fn sum3(a: u64, b: u64, c: u64) -> u64 {
    a + 2 * b + 3 * c
}

#[device_fn]
fn is(trace: &mut u64, digit: u64, answer: bool) -> bool {
    mark(trace, digit);
    answer
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Pair {
    a: u64,
    b: u64,
}

/// One trace a line.
#[group_kernel]
fn traces(grid: Grid, y: &mut [u64], values: &mut [u64]) {
    if grid.thread_rank() == 0 {
        let mut t = 0;
        values[0] = mark(&mut t, 1) - mark(&mut t, 2) * mark(&mut t, 3);
        y[0] = t;

        t = 0;
        values[1] = sum3(mark(&mut t, 1), mark(&mut t, 2), mark(&mut t, 3));
        y[1] = t;

        t = 0;
        values[index(&mut t, 2)] = mark(&mut t, 9);
        y[2] = t;

        t = 0;
        values[3] = 5;
        values[index(&mut t, 3)] += mark(&mut t, 9);
        y[3] = t;

        t = 0;
        let local = [mark(&mut t, 1), mark(&mut t, 2), mark(&mut t, 3)];
        values[4] = local[index(&mut t, 0)] + local[index(&mut t, 2)];
        y[4] = t;

        t = 0;
        let mut array = [0; 4];
        array[index(&mut t, 1)] = mark(&mut t, 7);
        array[index(&mut t, 1)] += mark(&mut t, 8);
        values[5] = array[1];
        y[5] = t;

        t = 0;
        let lazy = is(&mut t, 1, false) && is(&mut t, 2, true)
            || is(&mut t, 3, true)
            || is(&mut t, 4, true);
        values[6] = lazy as u64;
        y[6] = t;

        t = 0;
        let pair = Pair {
            b: mark(&mut t, 1),
            a: mark(&mut t, 2),
        };
        values[7] = pair.a * 10 + pair.b;
        y[7] = t;

        t = 0;
        let (p, q) = (mark(&mut t, 1), mark(&mut t, 2));
        (values[index(&mut t, 8)], values[index(&mut t, 9)]) = (q, p);
        y[8] = t;

        // A read before a change, in one expression.
        t = 3;
        values[10] = t + {
            t = 4;
            t
        } * t;
        y[9] = t;

        // The value is evaluated before the place is read.
        t += {
            t = 10;
            5
        };
        y[10] = t;

        t = 0;
        for k in mark(&mut t, 2)..mark(&mut t, 4) {
            mark(&mut t, k);
        }
        y[11] = t;

        t = 0;
        let x = if mark(&mut t, 1) > mark(&mut t, 2) {
            mark(&mut t, 3)
        } else {
            mark(&mut t, 4)
        };
        values[11] = match mark(&mut t, x) {
            4 => mark(&mut t, 5),
            _ => mark(&mut t, 6),
        };
        y[12] = t;

        t = 0;
        values[12] = [mark(&mut t, 1); 3][index(&mut t, 2)] << mark(&mut t, 3);
        y[13] = t;
    }
}

#[test]
fn evaluation_is_from_left_to_right() {
    each_device(|stream| {
        let (mut y, mut values) = (stream.zeros::<u64>(14)?, stream.zeros::<u64>(13)?);
        traces::launch(stream, Launch::blocks(1).threads(1), &mut y, &mut values)?;
        // As plain Rust gives them; `value first` are 92, 93, 71 and 81.
        let expected = [
            123, 123, 92, 93, 12_302, 7181, 13, 12, 1289, 4, 15, 2423, 12_445, 123,
        ];
        assert_eq!(stream.download(&y)?, expected);
        let expected = [
            1_u64.wrapping_sub(6),
            14,
            9,
            14,
            4,
            15,
            1,
            21,
            2,
            1,
            3 + 4 * 4,
            5,
            8,
        ];
        assert_eq!(stream.download(&values)?, expected);
        Ok(())
    });
}

/// Atomics are effects: each thread has a place of its own, so the order shows.
#[group_kernel]
fn atomics(grid: Grid, c: &[Atomic<u32>], y: &mut [u32]) {
    let i = grid.thread_rank();
    if i < y.len() {
        y[i] = c[i].fetch_add(5, Relaxed) * 100 + c[i].load(Relaxed) * 10 + c[i].swap(1, Relaxed);
    }
}

#[test]
fn atomics_are_evaluated_in_order() {
    each_device(|stream| {
        let mut c = stream.upload(&[2_u32; 8])?;
        let mut y = stream.zeros::<u32>(8)?;
        atomics::launch(stream, Launch::blocks(1).threads(8), &mut c, &mut y)?;
        assert_eq!(stream.download(&y)?, [200 + 70 + 7; 8]);
        assert_eq!(stream.download(&c)?, [1; 8]);
        Ok(())
    });
}
