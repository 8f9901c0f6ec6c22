//! The arithmetic of the headers, compiled for the host, computes what Rust computes, bit for bit.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use half::bf16;

/// What a checked operation gives; of a panic the record: state, place, block, thread and values.
fn checked(text: &mut String, name: &str, result: Result<i64, (u32, [u64; 2])>) {
    match result {
        Ok(value) => writeln!(text, "{name} {value}"),
        Err((site, [v0, v1])) => {
            writeln!(text, "{name} -1 2 {site} 2 6 {} {}", v0 as i64, v1 as i64)
        }
    }
    .expect("a string takes text");
}

/// Names and values of one line.
macro_rules! line {
    ($text:ident, $name:literal $(, $value:expr)* $(,)?) => {{
        $text.push_str($name);
        $(write!($text, " {}", ($value) as i64).expect("a string takes text");)*
        $text.push('\n');
    }};
}

/// `Ok` of a division, or the place of its panic: by zero, with overflow.
fn division<T>(by_zero: bool, quotient: Option<T>, site: u32) -> Result<T, (u32, [u64; 2])> {
    match quotient {
        Some(quotient) => Ok(quotient),
        None => Err((if by_zero { site } else { site + 1 }, [0, 0])),
    }
}

macro_rules! integers {
    ($text:ident, $t:ident, $signed:tt) => {{
        writeln!($text, stringify!($t)).expect("a string takes text");
        let values: [$t; 11] = [0, 1, 2, 7, 100, -1i64 as $t, -7i64 as $t, $t::MAX, $t::MIN, $t::MAX - 1, $t::MIN + 1];
        for a in values {
            line!($text, "bits", a.count_ones(), a.count_zeros(), a.leading_zeros(), a.trailing_zeros(), a.swap_bytes(), a.reverse_bits(), !a);
            line!($text, "neg", a.wrapping_neg());
            integers!(@sign $text, $t, $signed, a);
            for n in [0, 1, 7, 31, 33, 64, 200] {
                line!($text, "shift", a.wrapping_shl(n), a.wrapping_shr(n), a.rotate_left(n), a.rotate_right(n), a.wrapping_pow(n));
            }
            checked(&mut $text, "ilog2", a.checked_ilog2().map(i64::from).ok_or((9, [0, 0])));
            for b in values {
                line!($text, "sum", a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b), a.saturating_add(b), a.saturating_sub(b));
                line!($text, "order", a.min(b), a.max(b), a.abs_diff(b));
                let zero = b == 0;
                checked(&mut $text, "div", division(zero, a.checked_div(b), 1).map(|x| x as i64));
                checked(&mut $text, "rem", division(zero, a.checked_rem(b), 3).map(|x| x as i64));
                checked(&mut $text, "div_euclid", division(zero, a.checked_div_euclid(b), 5).map(|x| x as i64));
                checked(&mut $text, "rem_euclid", division(zero, a.checked_rem_euclid(b), 7).map(|x| x as i64));
                integers!(@ceil $text, $signed, a, b);
                let clamped = match a <= b {
                    true => Ok((5 as $t).clamp(a, b) as i64),
                    false => Err((12, [a as u64, b as u64])),
                };
                checked(&mut $text, "clamp", clamped);
            }
        }
    }};
    (@sign $text:ident, $t:ident, true, $a:ident) => {
        line!($text, "signed", $a.wrapping_abs(), $a.wrapping_abs(), $a.unsigned_abs(), $a.signum(), $a.is_negative(), $a.is_positive())
    };
    (@sign $text:ident, $t:ident, false, $a:ident) => {
        line!($text, "unsigned", $a.is_power_of_two(), $a.checked_next_power_of_two().unwrap_or(0))
    };
    (@ceil $text:ident, true, $a:ident, $b:ident) => {};
    (@ceil $text:ident, false, $a:ident, $b:ident) => {
        checked(&mut $text, "div_ceil", match $b {
            0 => Err((11, [0, 0])),
            _ => Ok($a.div_ceil($b) as i64),
        })
    };
}

fn indices<T: Into<i128>>(text: &mut String, name: &str, range: impl Iterator<Item = T>) {
    text.push_str(name);
    for i in range.take(12) {
        let i: i128 = i.into();
        write!(text, " {}", i as i64).expect("a string takes text");
    }
    text.push('\n');
}

macro_rules! steps {
    ($text:ident, $t:ident) => {{
        writeln!($text, stringify!($t)).expect("a string takes text");
        let ends: [$t; 9] = [
            0,
            1,
            5,
            17,
            -3i64 as $t,
            $t::MAX,
            $t::MAX - 2,
            $t::MIN,
            $t::MIN + 3,
        ];
        for a in ends {
            for b in ends {
                for k in [1, 2, 100, 300, usize::MAX] {
                    indices(&mut $text, "range", (a..b).step_by(k));
                    indices(&mut $text, "rev", (a..b).rev().step_by(k));
                    indices(
                        &mut $text,
                        "step_rev",
                        last_first(i128::from(a)..i128::from(b), k),
                    );
                    if $t::BITS < 64 || a != $t::MIN || b != $t::MAX {
                        indices(&mut $text, "inclusive", (a..=b).step_by(k));
                        indices(&mut $text, "inclusive_rev", (a..=b).rev().step_by(k));
                    }
                    // The share of a thread: every k-th from its rank on.
                    let share =
                        |rank: usize| (i128::from(a) + rank as i128..i128::from(b)).step_by(k);
                    indices(&mut $text, "share", share(k / 2));
                    indices(
                        &mut $text,
                        "share_rev",
                        last_first(i128::from(a) + 1..i128::from(b), k),
                    );
                }
            }
        }
    }};
}

/// Every `k`-th of a range, the last first.
fn last_first(range: std::ops::Range<i128>, k: usize) -> impl Iterator<Item = i128> {
    let k = k as i128;
    let rounds = if range.start < range.end {
        (range.end - range.start - 1) / k + 1
    } else {
        0
    };
    let start = range.start;
    (0..rounds).rev().map(move |round| start + round * k)
}

fn powi<T: Copy + std::ops::Mul<Output = T> + std::ops::Div<Output = T>>(
    one: T,
    mut base: T,
    exponent: i32,
) -> T {
    let (mut left, mut power) = (exponent.unsigned_abs(), one);
    while left > 0 {
        if left & 1 == 1 {
            power = power * base;
        }
        base = base * base;
        left >>= 1;
    }
    if exponent < 0 { one / power } else { power }
}

macro_rules! floats {
    ($text:ident, $t:ident) => {{
        writeln!($text, stringify!($t)).expect("a string takes text");
        let values: [$t; 11] = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.5,
            3.7,
            -123456.5,
            1e30,
            -1e-30,
            $t::INFINITY,
            $t::NAN,
        ];
        let bits = |x: $t| {
            if x.is_nan() {
                12345
            } else {
                x.to_bits() as i64
            }
        };
        for a in values {
            line!(
                $text,
                "one",
                bits(a.abs()),
                bits(a.floor()),
                bits(a.ceil()),
                bits(a.trunc()),
                bits(a.round()),
                bits(a.round_ties_even()),
                bits(a.fract())
            );
            line!(
                $text,
                "more",
                bits(a.signum()),
                bits(a.recip()),
                bits(a.to_degrees()),
                bits(a.to_radians()),
                bits(a.sqrt())
            );
            line!(
                $text,
                "is",
                a.is_nan(),
                a.is_infinite(),
                a.is_finite(),
                bits(a)
            );
            for n in [0, 1, 2, 3, 7, -1, -2, -9, 31, i32::MIN] {
                line!($text, "powi", bits(powi(1.0, a, n)));
            }
            for b in values {
                line!(
                    $text,
                    "two",
                    bits(a % b),
                    bits(a.rem_euclid(b)),
                    bits(a.mul_add(b, a)),
                    bits(b.copysign(-1.0))
                );
                let clamped = match a <= b {
                    true => Ok(bits((1.0 as $t).clamp(a, b))),
                    false => Err((1, [u64::from(a.to_bits()), u64::from(b.to_bits())])),
                };
                checked(&mut $text, "clamp", clamped);
            }
        }
    }};
}

fn brain_floats(text: &mut String) {
    writeln!(text, "bf16").expect("a string takes text");
    let mut state = 1u64;
    for i in 0..20000 {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let ones =
            if i % 4 == 0 { 0xfff << 50 } else { 0 } | if i % 5 == 0 { 0x8000 << 40 } else { 0 };
        let spread = state >> 11 | ones;
        let wide = f64::from_bits(if i % 3 == 0 {
            spread & !0x1f_ffff_ffff
        } else {
            spread
        });
        let near = f64::from_bits(0x3800_0000_0000_0000 + (state >> 4) % 0x0100_0000_0000_0000);
        let single = f32::from_bits((state >> 17) as u32);
        line!(
            text,
            "convert",
            bf16::from_f64(wide).to_bits(),
            bf16::from_f64(near).to_bits(),
            bf16::from_f32(single).to_bits()
        );
    }
}

fn slices(text: &mut String) {
    writeln!(text, "memory").expect("a string takes text");
    let len = 5;
    let range = |from: usize, to: usize, site| match (from <= to, to <= len) {
        (false, _) => Err((site, [from as u64, to as u64])),
        (_, false) => Err((site + 1, [to as u64, len as u64])),
        _ => Ok((to - from) as i64),
    };
    for i in [0, 4, 5, usize::MAX] {
        let at = if i < len {
            Ok(10 + i as i64)
        } else {
            Err((1, [len as u64, i as u64]))
        };
        checked(text, "at", at);
        let from = if i <= len {
            Ok((len - i) as i64)
        } else {
            Err((2, [i as u64, len as u64]))
        };
        checked(text, "from", from);
        for j in [0, 3, 5, 6, usize::MAX] {
            checked(text, "sub", range(i, j, 3));
            let inclusive = match j.checked_add(1) {
                Some(end) => range(i, end, 5),
                None => Err((6, [j as u64, len as u64])),
            };
            checked(text, "inclusive", inclusive);
        }
    }
    line!(text, "swap", 14, 10);
    line!(text, "shared", 16, 32);
}

#[test]
fn as_in_rust() {
    let mut text = String::new();
    integers!(text, i8, true);
    integers!(text, i16, true);
    integers!(text, i32, true);
    integers!(text, i64, true);
    integers!(text, u8, false);
    integers!(text, u16, false);
    integers!(text, u32, false);
    integers!(text, u64, false);
    steps!(text, i8);
    steps!(text, u8);
    steps!(text, i32);
    steps!(text, u32);
    steps!(text, i64);
    steps!(text, u64);
    floats!(text, f32);
    floats!(text, f64);
    brain_floats(&mut text);
    slices(&mut text);

    let printed = run();
    let mut context = "";
    for (number, (got, wanted)) in printed.lines().zip(text.lines()).enumerate() {
        if !wanted.contains(' ') {
            context = wanted;
        }
        assert_eq!(got, wanted, "line {} of {context}", number + 1);
    }
    assert_eq!(printed.lines().count(), text.lines().count());
}

/// Compiles and runs `numbers.cpp`.
fn run() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-numbers");
    std::fs::create_dir_all(&folder).expect("a folder");
    // Of CUDA's header only the names: the host has no 16-bit arithmetic to compare with.
    let names = "#pragma once
        struct __half { unsigned short bits; };
        inline __half __ushort_as_half(unsigned short bits) { return {bits}; }
        inline unsigned short __half_as_ushort(__half x) { return x.bits; }
        inline float __half2float(__half) { return 0; }
        inline __half __float2half_rn(float) { return {0}; }\n";
    std::fs::write(folder.join("cuda_fp16.h"), names).expect("a header");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let program = folder.join("numbers");
    let output = Command::new(&compiler)
        .args(["-std=c++17", "-O1", "-ffp-contract=off", "-w", "-I"])
        .arg(here.join("cuda/include"))
        .arg("-I")
        .arg(&folder)
        .arg("-I")
        .arg(here.join("tests/cuda"))
        .arg(here.join("tests/cuda/numbers.cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap_or_else(|error| panic!("the C++ compiler {compiler:?} does not run ({error}): install one, or name it by `CXX`"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program).output().expect("the program runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}
