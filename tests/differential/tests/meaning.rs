//! The interpreter against rustc: the same code is compiled into this test and interpreted, by one thread.

#![allow(
    clippy::needless_range_loop,
    reason = "the language has no iterators over slices"
)]

use phalanx_differential::frontend::Program;
use phalanx_differential::inputs::Argument;
use phalanx_differential::interpret::code::Code;
use phalanx_differential::interpret::value::Value;
use phalanx_differential::launch::{Launch, Outcome, Schedule, launch_on};

const STRUCTS: &str =
    "#[derive(Clone, Copy, DeviceCopy)] #[repr(C)] struct Pair { key: u32, hit: bool }";

#[derive(Clone, Copy)]
struct Pair {
    key: u32,
    hit: bool,
}

/// What `out` holds after the body, interpreted.
fn interpreted(functions: &str, body: &str, n: u32, x: &[u32], out: &[u32]) -> Vec<u32> {
    let source = format!(
        "{STRUCTS} {functions}
         #[group_kernel] pub fn kernel(block: ThreadBlock, n: u32, x: &[u32], out: &mut [u32]) {{ {body} }}"
    );
    let program = Program::new(&source).unwrap_or_else(|error| panic!("{error}"));
    let code = Code::new(&program).expect("few calls");
    let values = |of: &[u32]| of.iter().map(|one| Value::Int((*one).into())).collect();
    let arguments = [
        Argument::Group,
        Argument::Value(Value::Int(n.into())),
        Argument::Many(values(x)),
        Argument::Many(values(out)),
    ];
    let launch = Launch {
        blocks: 1,
        threads: 1,
        schedule: Schedule::IN_ORDER,
        data: 0,
        presence: false,
    };
    let ran = launch_on(&code, &launch, &arguments, None);
    assert_eq!(ran.outcome, Outcome::Clean);
    ran.buffers[3].iter().map(|one| one.int() as u32).collect()
}

/// Asserts that a body does the same when it is compiled and when it is interpreted.
macro_rules! same {
    ([$($function:item)*] |$n:ident, $x:ident, $out:ident| $($body:tt)*) => {{
        $($function)*
        let compiled = |$n: u32, $x: &[u32], $out: &mut [u32]| { $($body)* };
        let functions = concat!($("#[device_fn] ", stringify!($function), )* "");
        let body = stringify!($($body)*);
        for n in [0, 1, 2, 3, 5, 9] {
            let x: Vec<u32> = (0..8u32).map(|i| (i * 7 + n) % 5).collect();
            let mut out = vec![0; 8];
            compiled(n, &x, &mut out);
            assert_eq!(interpreted(functions, body, n, &x, &[0; 8]), out, "n = {n}");
        }
    }};
}

#[test]
fn loops_and_labels() {
    same! { [] |n, x, out|
        let mut sum = 0u32;
        'outer: for i in 0u32..n {
            let mut j = 0u32;
            while j < 4u32 {
                j += 1u32;
                if j == i { continue 'outer; }
                if x[(i as usize + j as usize) % x.len()] == 4u32 { break; }
                if sum > 40u32 { break 'outer; }
                sum += i * j + x[j as usize % x.len()];
            }
            sum += 100u32;
        }
        out[0] = sum;
        for i in (0usize..6usize).rev().step_by(2) { out[1] = out[1] * 10 + i as u32; }
        let found = loop {
            if sum > 50u32 { break sum; }
            sum += n + 1u32;
        };
        out[2] = found;
    }
}

#[test]
fn order_of_evaluation() {
    same! { [] |n, x, out|
        let mut i = 0usize;
        // The value first, then the place.
        out[{ i += 1; i }] = { i += 2; i as u32 };
        out[{ i += 1; i % 8 }] += { i *= 2; i as u32 };
        let pair = ({ i += 1; i as u32 }, { i += 5; i as u32 });
        out[6] = pair.0 * 100 + pair.1;
        let p = Pair { hit: { i += 1; i > 3 }, key: { i += 1; i as u32 } };
        out[7] = p.key + p.hit as u32;
        let lazy = n > 1u32 && { i += 100; i > 5 } || { i += 1000; n == 0u32 };
        out[5] = i as u32 + lazy as u32 + x[0];
    }
}

#[test]
fn patterns_and_values() {
    same! { [] |n, x, out|
        let (mut a, b) = (n, x[1] > 2u32);
        let Pair { key, hit } = if b { Pair { key: a, hit: true } } else { Pair { key: 9, hit: false } };
        (a, out[1]) = (key, a + 1u32);
        out[0] = match a % 5u32 {
            0u32 => 10u32,
            1u32 | 2u32 if hit => 20u32,
            1u32..=3u32 => 30u32,
            other => other,
        };
        let mut four = [n, 2u32, 3u32, 4u32];
        let copy = four;
        four[n as usize % 4] += copy[1];
        let mut two = (four, [7u32; 3]);
        two.0[2] = 11u32;
        two.1[1] ^= n;
        out[2] = two.0[0] + 10 * two.0[1] + 100 * two.0[2] + two.1[1] + four[3];
        let mut q = Pair { key: 3u32, ..Pair { key: 1, hit: b } };
        q.key <<= 2u32;
        out[3] = q.key + q.hit as u32;
        let _ = a;
    }
}

#[test]
fn functions_and_references() {
    same! {
        [
            fn change(by: u32, place: &mut u32) -> u32 {
                if by == 0 { return 77; }
                *place += by;
                *place * 2
            }
            fn sum(x: &[u32], limit: u32) -> u32 {
                let mut sum = 0;
                for i in 0..x.len() {
                    if x[i] > limit { continue; }
                    sum += x[i];
                }
                sum
            }
            fn put(out: &mut [u32], value: u32) { out[out.len() - 1] = value; }
        ]
        |n, x, out|
        let mut v = 5u32;
        out[0] = change(n, &mut v) + v;
        let mut p = Pair { key: 1, hit: true };
        out[1] = change(2, &mut p.key) + p.key + p.hit as u32;
        out[2] = change(3, &mut out[1]);
        out[3] = sum(x, 2) + sum(&x[2..5], 3);
        put(&mut out[2..5], 5);
        let four = [n, n + 1, 2, 3];
        out[5] = sum(&four, 2);
        change(1, &mut out[5]);
    }
}

#[test]
fn numbers() {
    same! { [] |n, x, out|
        out[0] = n.count_ones() + n.trailing_zeros() + n.leading_zeros();
        out[1] = n.min(3) * 10 + x[3].max(n);
        out[2] = (n as f32 * 1.5f32) as u32 + (n < 2u32) as u32;
        out[3] = ((n as i32 - 3i32) >> 1u32) as u32;
        out[4] = !n ^ (n as u8 as u32);
        out[5] = ((n as usize + 3) / 2 % 4) as u32;
        out[6] = n.abs_diff(4) + n.saturating_sub(2) + n.wrapping_sub(9).rotate_left(3);
        out[7] = if 1.0f32 / (n as f32) > 0.4f32 { 1 } else { 2 };
    }
}
