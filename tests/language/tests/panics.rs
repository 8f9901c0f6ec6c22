//! Panics say what Rust says, where Rust says it.
//!
//! On the emulator only: on a GPU a panic takes the process's context with it, so there each needs a
//! process of its own (the conformance suite has them).

use phalanx::prelude::*;
use phalanx::{KernelPanic, Properties};

/// The line of the marker in the kernel below.
const MARKER: u32 = line!() + 8;

/// One panic a number.
#[rustfmt::skip]
#[group_kernel]
fn fail(grid: Grid, which: u32, x: &[i32], table: &[[i32; 3]], y: &mut [f32]) {
    let (n, zero, i) = (x[0], x[1], x.len());
    if grid.thread_rank() == 37 {
        // The marker; the lines below are counted from here.
        match which {
            0 => y[0] = x[i + 2] as f32,
            1 => y[i * 2] = 1.0,
            2 => y[0] = (n + table[0][i]) as f32,
            3 => y[0] = [1.0, 2.0][i],
            4 => y[0] = (n / zero) as f32,
            5 => y[0] = (n % zero) as f32,
            6 => y[0] = (i32::MIN / -(n / n)) as f32,
            7 => assert!(n < zero && i != 0, "n is {n} and not below {} ({{}})", zero),
            8 => assert!(n < zero && x[i - 1] == table[0][1]),
            9 => assert_eq!(n, zero + 1),
            10 => assert_ne!(n + 1, n + 1, "both {} and {other}", zero, other = i),
            11 => assert_eq!(y[0], 0.5),
            12 => panic!(),
            13 => panic!("{} then {0} and {1:}", n, true),
            14 => unreachable!(),
            15 => unreachable!("because {}", 1.5f32),
            16 => y[0] = sum(&x[i..i + 1]) as f32,
            17 => y[0] = sum(&x[i..1]) as f32,
            18 => y[0] = helper(x, i),
            19 => debug_assert!(n == zero),
            20 => {
                let mut v = n;
                v /= zero;
                y[0] = v as f32;
            }
            _ => {}
        }
    }
}

#[device_fn]
fn sum(x: &[i32]) -> i32 {
    x[0] + x[x.len() - 1]
}

/// The line of `x[i]` below.
const HELPER: u32 = line!() + 4;

#[device_fn]
fn helper(x: &[i32], i: usize) -> f32 {
    x[i] as f32
}

fn run(which: u32) -> Option<KernelPanic> {
    let device = Device::emulator_with(Properties::default());
    let stream = device.stream().unwrap();
    let x = stream.upload(&[4, 0, 2, 3, 5]).unwrap();
    let table = stream.upload(&[[1, 2, 3]]).unwrap();
    let mut y = stream.zeros::<f32>(8).unwrap();
    match fail::launch(
        &stream,
        Launch::blocks(2).threads(32),
        which,
        &x,
        &table,
        &mut y,
    ) {
        Ok(()) => None,
        Err(Error::Panic(panic)) => Some(*panic),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn check(which: u32, column: u32, message: &str) {
    let panic = run(which).expect("the kernel panics");
    assert_eq!(panic.message, message);
    assert_eq!(
        (&*panic.file, panic.line, panic.column),
        (file!(), MARKER + 2 + which, column)
    );
    assert_eq!(
        (panic.kernel, panic.block, panic.thread),
        ("fail", [1, 0, 0], [5, 0, 0])
    );
}

#[test]
fn indices() {
    check(
        0,
        25,
        "index out of bounds: the len is 5 but the index is 7",
    );
    check(
        1,
        18,
        "index out of bounds: the len is 8 but the index is 10",
    );
    check(
        2,
        30,
        "index out of bounds: the len is 3 but the index is 5",
    );
    check(
        3,
        25,
        "index out of bounds: the len is 2 but the index is 5",
    );
    check(
        16,
        31,
        "range end index 6 out of range for slice of length 5",
    );
    check(17, 31, "slice index starts at 5 but ends at 1");
}

#[test]
fn divisions() {
    check(4, 26, "attempt to divide by zero");
    check(
        5,
        26,
        "attempt to calculate the remainder with a divisor of zero",
    );
    check(6, 26, "attempt to divide with overflow");
}

#[test]
fn assertions() {
    check(7, 18, "n is 4 and not below 0 ({})");
    check(
        8,
        18,
        "assertion failed: n < zero && x[i - 1] == table[0][1]",
    );
    check(
        9,
        18,
        "assertion `left == right` failed\n  left: 4\n right: 1",
    );
    check(
        10,
        19,
        "assertion `left != right` failed: both 0 and 5\n  left: 5\n right: 5",
    );
    check(
        11,
        19,
        "assertion `left == right` failed\n  left: 0.0\n right: 0.5",
    );
    if cfg!(debug_assertions) {
        check(19, 19, "assertion failed: n == zero");
    } else {
        assert!(run(19).is_none());
    }
}

#[test]
fn panics() {
    check(12, 19, "explicit panic");
    check(13, 19, "4 then 4 and true");
    check(14, 19, "internal error: entered unreachable code");
    check(
        15,
        19,
        "internal error: entered unreachable code: because 1.5",
    );
}

#[test]
fn inside_a_device_function() {
    let panic = run(18).unwrap();
    assert_eq!(
        panic.message,
        "index out of bounds: the len is 5 but the index is 5"
    );
    assert_eq!((panic.line, panic.column), (HELPER, 5));
}

#[test]
fn no_panic_is_no_error() {
    assert!(run(99).is_none());
}
