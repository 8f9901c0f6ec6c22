//! Control flow: everything is an expression, loops have labels, ranges do not overflow.

use phalanx::prelude::*;
use phalanx_language::each_device;

/// Runs a kernel with one thread for each of `n` inputs `0, 1, 2, …` and compares with a function.
macro_rules! check {
    ($kernel:ident, $n:expr, $expected:expr) => {
        each_device(|stream| {
            let expected: Vec<i32> = (0..$n).map($expected).collect();
            let mut y = stream.upload(&vec![-7_i32; expected.len()])?;
            $kernel::launch(stream, Launch::cover(expected.len()).threads(32), &mut y)?;
            assert_eq!(stream.download(&y)?, expected);
            Ok(())
        })
    };
}

#[group_kernel]
fn ifs(grid: Grid, y: &mut [i32]) {
    let i = grid.thread_rank();
    if i >= y.len() {
        return;
    }
    let n = i as i32;
    let sign = if n % 3 == 0 {
        -1
    } else if n % 3 == 1 {
        0
    } else {
        let two = n - n;
        two + 1
    };
    let block = {
        let n = n * 2;
        let n = n + 1;
        n
    };
    y[i] = sign * 100 + block + { if n > 4 { 1 } else { 2 } };
}

#[test]
fn if_and_block_are_values() {
    check!(ifs, 40, |n| {
        let sign = [-1, 0, 1][(n % 3) as usize];
        sign * 100 + n * 2 + 1 + if n > 4 { 1 } else { 2 }
    });
}

#[derive(Clone, Copy, PartialEq, DeviceCopy)]
#[repr(u8)]
enum Kind {
    Small = 1,
    Middle = 5,
    Large,
}

#[device_fn]
fn kind(n: i32) -> Kind {
    if n < 5 {
        return Kind::Small;
    }
    match n {
        5..=10 => Kind::Middle,
        _ => Kind::Large,
    }
}

const TWELVE: i32 = 12;

#[group_kernel]
fn matches(grid: Grid, y: &mut [i32]) {
    let i = grid.thread_rank();
    if i < y.len() {
        let n = i as i32;
        let a = match n {
            0 => 10,
            1 | 2 => 20,
            3..=5 => 30,
            TWELVE => 35,
            k if k % 2 == 0 => k,
            k @ 7..20 => k * 100,
            _ => -1,
        };
        let b = match kind(n) {
            Kind::Small => 1000,
            Kind::Middle if n == 6 => 2000,
            Kind::Middle => 3000,
            Kind::Large => 4000,
        };
        let c = match (n % 2, n % 3) {
            (0, 0) => 1,
            (0, r) => r + 10,
            (1, 0 | 1) => 7,
            _ => 9,
        };
        let d = match n > 8 {
            true => 0,
            false => 1_000_000,
        };
        y[i] = a + b + c + d + kind(n) as i32 * 10_000;
    }
}

#[test]
fn match_on_numbers_enums_and_tuples() {
    check!(matches, 40, |n| {
        let a = match n {
            0 => 10,
            1 | 2 => 20,
            3..=5 => 30,
            12 => 35,
            k if k % 2 == 0 => k,
            k @ 7..20 => k * 100,
            _ => -1,
        };
        let (b, number) = match n {
            ..5 => (1000, 1),
            6 => (2000, 5),
            5..=10 => (3000, 5),
            _ => (4000, 6),
        };
        let c = match (n % 2, n % 3) {
            (0, 0) => 1,
            (0, r) => r + 10,
            (1, 0 | 1) => 7,
            _ => 9,
        };
        a + b + c + if n > 8 { 0 } else { 1_000_000 } + number * 10_000
    });
}

#[group_kernel]
fn loops(grid: Grid, y: &mut [i32]) {
    let i = grid.thread_rank();
    if i < y.len() {
        let n = i as i32;
        let mut sum = 0;
        let mut k = 0;
        while k < n {
            k += 1;
            if k % 4 == 0 {
                continue;
            }
            if k > 20 {
                break;
            }
            sum += k;
        }
        let found = loop {
            k -= 3;
            if k < 0 {
                break k * 1000;
            }
        };
        let pair = 'search: loop {
            for a in 0..n {
                for b in 0..a {
                    if a * b == n {
                        break 'search a * 100 + b;
                    }
                }
            }
            break 0;
        };
        let mut skipped = 0;
        'outer: for a in 0..n {
            let mut b = a;
            loop {
                if b % 3 == 2 {
                    continue 'outer;
                }
                if a > 15 {
                    break 'outer;
                }
                b += 1;
                match b {
                    7 => break,
                    13 => continue 'outer,
                    _ => {}
                }
                skipped += b;
            }
        }
        y[i] = sum + found + pair + skipped;
    }
}

#[test]
fn loops_and_labels() {
    check!(loops, 60, |n| {
        let mut sum = 0;
        let mut k = 0;
        while k < n {
            k += 1;
            if k % 4 == 0 {
                continue;
            }
            if k > 20 {
                break;
            }
            sum += k;
        }
        while k >= 0 {
            k -= 3;
        }
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        let pair = pairs
            .filter(|(a, b)| a * b == n)
            .map(|(a, b)| a * 100 + b)
            .next()
            .unwrap_or(0);
        let mut skipped = 0;
        'outer: for a in 0..n {
            let mut b = a;
            loop {
                if b % 3 == 2 {
                    continue 'outer;
                }
                if a > 15 {
                    break 'outer;
                }
                b += 1;
                match b {
                    7 => break,
                    13 => continue 'outer,
                    _ => {}
                }
                skipped += b;
            }
        }
        sum + k * 1000 + pair + skipped
    });
}

/// Each `for` leaves a trace of the values it went through.
#[group_kernel]
fn ranges(grid: Grid, y: &mut [i32]) {
    let i = grid.thread_rank();
    if i < y.len() {
        let n = i as i32;
        let mut trace = 0;
        for k in 3..n {
            trace = trace * 3 + k;
        }
        for k in 0..=n {
            trace = trace * 5 + k;
        }
        for k in (0..n).rev() {
            trace = trace * 7 + k;
        }
        for k in (1..n).step_by(3) {
            trace = trace * 11 + k;
        }
        for k in (0..n).rev().step_by(4) {
            trace = trace * 13 + k;
        }
        for k in (0u32..n as u32).step_by(5).rev() {
            trace = trace * 17 + k as i32;
        }
        for k in 250u8..=255 {
            trace = trace * 19 + k as i32;
        }
        for k in -128i8..-125 {
            trace = trace * 23 + k as i32;
        }
        for k in (0u64..u64::MAX).step_by(1 << 62) {
            trace = trace * 29 + (k >> 60) as i32;
        }
        for mut k in 0..3 {
            k *= 2;
            trace += k;
        }
        for _ in n..3 {
            trace += 1;
        }
        let mut limit = n;
        for k in 0..limit {
            limit = 1;
            trace ^= k * limit;
        }
        y[i] = trace;
    }
}

#[test]
fn ranges_are_those_of_rust() {
    check!(ranges, 40, |n| {
        let mut trace = 0_i32;
        let mut push = |factor: i32, k: i32| trace = trace.wrapping_mul(factor).wrapping_add(k);
        (3..n).for_each(|k| push(3, k));
        (0..=n).for_each(|k| push(5, k));
        (0..n).rev().for_each(|k| push(7, k));
        (1..n).step_by(3).for_each(|k| push(11, k));
        (0..n).rev().step_by(4).for_each(|k| push(13, k));
        (0..n).step_by(5).rev().for_each(|k| push(17, k));
        (250_u8..=255).for_each(|k| push(19, i32::from(k)));
        (-128_i8..-125).for_each(|k| push(23, i32::from(k)));
        (0..u64::MAX)
            .step_by(1 << 62)
            .for_each(|k| push(29, (k >> 60) as i32));
        trace = trace.wrapping_add(6);
        trace = trace.wrapping_add((3 - n).max(0));
        (0..n).for_each(|k| trace ^= k);
        trace
    });
}

/// Strides of groups, of several integer types.
#[group_kernel]
fn strides(grid: Grid, block: ThreadBlock, tile: ThreadBlockTile<4>, y: &mut [i32]) {
    let i = grid.thread_rank();
    let mut sum = 0;
    for k in grid.stride(5..300) {
        sum += k as i32;
    }
    for k in block.stride(-20i32..40) {
        sum = sum * 3 + k;
    }
    for k in tile.stride(3u8..255) {
        sum ^= k as i32 * 17;
    }
    for _ in block.stride(9u64..9) {
        sum = 0;
    }
    if i < y.len() {
        y[i] = sum;
    }
}

#[test]
fn strides_share_a_range_among_the_threads() {
    // 40 outputs take two blocks of 32.
    check!(strides, 40, |n| {
        let (grid, block, tile) = (n, n % 32, n % 4);
        let mut sum: i32 = (5 + grid..300).step_by(64).sum();
        for k in (-20 + block..40).step_by(32) {
            sum = sum.wrapping_mul(3).wrapping_add(k);
        }
        for k in (3 + tile..255).step_by(4) {
            sum ^= k * 17;
        }
        sum
    });
}

#[device_fn]
fn first_divisor(n: u32) -> u32 {
    let mut d = 2;
    while d * d <= n {
        if n % d == 0 {
            return d;
        }
        d += 1;
    }
    if n < 2 { 0 } else { n }
}

#[device_fn]
fn diverging(n: u32) -> u32 {
    let half = if n % 2 == 0 { n / 2 } else { return 77 };
    let quarter = match half % 2 {
        0 => half / 2,
        _ => return half,
    };
    if quarter > 3 {
        return quarter + 1;
    }
    quarter * 10
}

#[group_kernel]
fn returns(grid: Grid, y: &mut [i32]) {
    let i = grid.thread_rank();
    if i >= y.len() {
        return;
    }
    y[i] = first_divisor(i as u32) as i32 + (diverging(i as u32) * 1000) as i32;
    if i % 2 == 0 {
        return;
    }
    y[i] += 500_000;
}

#[test]
fn returns_leave_from_anywhere() {
    check!(returns, 70, |n| {
        let divisor = (2..=n).find(|d| n % d == 0).unwrap_or(0);
        let diverging = match n {
            n if n % 2 == 1 => 77,
            n if n % 4 == 2 => n / 2,
            n if n / 4 > 3 => n / 4 + 1,
            n => n / 4 * 10,
        };
        divisor + diverging * 1000 + n % 2 * 500_000
    });
}

/// Asks a group for a rank behind a `return` that not all of its threads take.
#[device_fn]
fn rank_of_the_rest<G: Group>(g: &G, first: usize) -> usize {
    if g.thread_rank() < first {
        return 1000;
    }
    let rest = g;
    rest.thread_rank() - first + rest.num_threads()
}

/// In every part of a program that only some threads of a group come to, it tells its ranks and sizes.
#[group_kernel]
fn ranks(block: ThreadBlock<64>, tile: ThreadBlockTile<32>, y: &mut [i32]) {
    let r = block.thread_rank();
    let half = tile.tiled_partition::<16>();
    let mut v = rank_of_the_rest(&block, 60) * 10 + rank_of_the_rest(&half, 3);
    let odd = r % 2 == 1 && half.thread_rank() > 7 || tile.meta_group_rank() == 0;
    if odd {
        v += 1000 * tile.thread_rank();
        let same: ThreadBlockTile<16> = half;
        if same.thread_rank() != 1 {
            v += block.thread_index().x + same.meta_group_rank();
        }
        if same.thread_rank() == 3 {
            y[r] = v as i32;
            return;
        }
    }
    v += match r % 5 {
        0 => tile.num_threads(),
        n if n == tile.thread_rank() => block.num_threads() + n,
        _ => block.group_index().x,
    };
    let mut turns = 0;
    while turns < tile.thread_rank() % 7 {
        turns += 1;
        if tile.thread_rank() == 9 {
            continue;
        }
        for i in tile.stride(0..64_usize) {
            v += i;
        }
    }
    y[r] = v as i32;
}

#[test]
fn groups_that_are_not_whole_tell_their_ranks() {
    let expected: Vec<i32> = (0..64)
        .map(|r| {
            let (tile, half) = (r % 32, r % 16);
            let rest = |rank: usize, first: usize, size: usize| match rank < first {
                true => 1000,
                false => rank - first + size,
            };
            let mut v = rest(r, 60, 64) * 10 + rest(half, 3, 16);
            if r % 2 == 1 && half > 7 || r < 32 {
                v += 1000 * tile;
                if half != 1 {
                    v += r + tile / 16;
                }
                if half == 3 {
                    return v as i32;
                }
            }
            v += match r % 5 {
                0 => 32,
                n if n == tile => 64 + n,
                _ => 0,
            };
            if tile != 9 {
                v += tile % 7 * (2 * tile + 32);
            }
            v as i32
        })
        .collect();
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(64)?;
        ranks::launch(stream, Launch::blocks(1).threads(64), &mut y)?;
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}
