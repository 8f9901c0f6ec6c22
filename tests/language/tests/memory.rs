//! Slices and references: global, shared, and a thread's own memory lent to device functions.

use phalanx::prelude::*;
use phalanx_language::each_device;

#[device_fn]
fn sum(values: &[i32]) -> i32 {
    let mut sum = 0;
    for i in 0..values.len() {
        sum += values[i];
    }
    sum
}

#[device_fn]
fn double(values: &mut [i32]) {
    for i in 0..values.len() {
        values[i] *= 2;
    }
}

#[device_fn]
fn add_to(target: &mut i32, by: &i32) {
    *target += *by;
}

#[device_fn]
fn length_of(array: &[i32; 4]) -> usize {
    array.len() + array[1] as usize
}

#[device_fn]
fn set(array: &mut [i32; 4], at: usize, to: i32) {
    array[at] = to;
}

/// What is lent is a local, an array of its own, a part of either, global memory, a part of that.
#[group_kernel]
fn lend(grid: Grid, x: &[i32], y: &mut [i32], table: &[[i32; 4]]) {
    let i = grid.thread_rank();
    if i < y.len() {
        let mut own = [i as i32, 1, 2, 3];
        let mut local = 10;
        let five = 5;
        add_to(&mut local, &five);
        add_to(&mut local, &own[0]);
        add_to(&mut own[3], &local);
        double(&mut own);
        double(&mut own[1..3]);
        let next = own[1] + 1;
        set(&mut own, 1, next);
        let before = sum(&own) + sum(&own[..2]) + sum(&own[2..]) + sum(&own[1..=2]);
        add_to(&mut y[i], &x[i]);
        add_to(&mut y[i], &before);
        let again = &mut y[i];
        *again += 1;
        let twice = local * 2;
        add_to(again, &twice);
        let part = &x[1..];
        y[i] += sum(x) + sum(part) + sum(&part[2..4]) + part.len() as i32;
        y[i] += length_of(&own) as i32 + length_of(&table[i % 2]) as i32 + sum(&table[0]);
        if part.is_empty() || x[..0].is_empty() {
            y[i] += 1_000_000;
        }
    }
}

#[test]
fn memory_is_lent_to_device_functions() {
    each_device(|stream| {
        let values: Vec<i32> = (1..=16).collect();
        let x = stream.upload(&values)?;
        let mut y = stream.upload(&[100; 16])?;
        let table = stream.upload(&[[1, 2, 3, 4], [5, 6, 7, 8]])?;
        lend::launch(stream, Launch::blocks(1).threads(32), &x, &mut y, &table)?;
        let expected: Vec<i32> = (0..16)
            .map(|i| {
                let local = 15 + i;
                let own = [2 * i, 4 + 1, 8, 2 * (3 + local)];
                let sum: i32 = own.iter().sum();
                let before = sum + own[0] + own[1] + own[2] + own[3] + own[1] + own[2];
                let global = 100 + values[i as usize] + before + 1 + local * 2;
                let parts = 136 + 135 + (values[3] + values[4]) + 15;
                global + parts + (4 + own[1]) + (4 + [2, 6][i as usize % 2]) + 10 + 1_000_000
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

/// Reversed through shared memory: once of a static array, once of a dynamic one.
#[group_kernel]
fn reverse(
    block: ThreadBlock,
    x: &mut [u32],
    #[shared] first: &mut [u32],
    #[shared] pairs: &mut [[u8; 3]],
    #[shared] second: &mut [f64],
) {
    let buffer = block.shared::<[u32; 64]>();
    let total = block.shared::<u32>();
    let n = block.num_threads();
    let (rank, base) = (block.thread_rank(), block.group_index().x * n);
    buffer[rank] = x[base + rank];
    first[rank] = x[base + rank] * 2;
    pairs[rank] = [rank as u8, 1, 2];
    second[rank] = 0.5;
    if rank == 0 {
        *total = 7;
    }
    block.sync();
    let from = n - 1 - rank;
    let bytes = pairs[from];
    x[base + rank] =
        buffer[from] * 1000 + first[from] + *total + bytes[0] as u32 + (second[from] * 2.0) as u32;
    x[base + rank] += (first.len() + pairs.len() + second.len() + buffer.len()) as u32 * 1_000_000;
}

#[test]
fn shared_memory() {
    each_device(|stream| {
        let values: Vec<u32> = (0..96).collect();
        let mut x = stream.upload(&values)?;
        reverse::launch(stream, Launch::blocks(3).threads(32), &mut x, 33, 32, 40)?;
        let expected: Vec<u32> = (0..96)
            .map(|i| {
                let (base, from) = (i / 32 * 32, 31 - i % 32);
                let value = base + from;
                value * 1000 + value * 2 + 7 + from + 1 + (33 + 32 + 40 + 64) * 1_000_000
            })
            .collect();
        assert_eq!(stream.download(&x)?, expected);
        Ok(())
    });
}

/// Two calls are two objects; a call that is reached twice is one.
#[device_fn]
fn once_a_block(block: &ThreadBlock, value: u32) -> u32 {
    let cell = block.shared::<Atomic<u32>>();
    if block.thread_rank() == 0 {
        cell.store(value, Relaxed);
    }
    block.sync();
    cell.fetch_add(1, Relaxed);
    block.sync();
    let result = cell.load(Relaxed);
    block.sync();
    result
}

#[group_kernel]
fn shared_atomics(block: ThreadBlock, y: &mut [u32]) {
    let histogram = block.shared::<[Atomic<u32>; 4]>();
    let rank = block.thread_rank();
    if rank < histogram.len() {
        histogram[rank].store(0, Relaxed);
    }
    block.sync();
    histogram[rank % 3].fetch_add(rank as u32, Relaxed);
    block.sync();
    let a = once_a_block(&block, 100);
    let b = once_a_block(&block, 200);
    if rank < y.len() {
        y[rank] = histogram[rank].load(Relaxed) + a * 1000 + b * 1_000_000;
    }
}

#[test]
fn atomics_in_shared_memory() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(4)?;
        shared_atomics::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        let part = |k| (0..32).filter(|r| r % 3 == k).sum::<u32>() + 132_000 + 232_000_000;
        assert_eq!(
            stream.download(&y)?,
            [part(0), part(1), part(2), 232_132_000]
        );
        Ok(())
    });
}

#[device_fn]
fn bump(counter: &Atomic<u64>, all: &[Atomic<i32>], at: usize) -> u64 {
    all[at].fetch_sub(2, Relaxed);
    counter.fetch_add(1, AcqRel)
}

#[group_kernel]
fn atomics(
    grid: Grid,
    counter: &Atomic<u64>,
    ints: &[Atomic<i32>],
    floats: &[Atomic<f32>],
    wide: &Atomic<f64>,
    y: &mut [u32],
) {
    let i = grid.thread_rank();
    if i < y.len() {
        bump(counter, ints, i % 2);
        ints[2].fetch_max(i as i32, Relaxed);
        ints[3].fetch_min(-(i as i32), SeqCst);
        ints[4].fetch_or(1 << (i % 8), Relaxed);
        ints[5].fetch_and(!(1 << (i % 4)), Relaxed);
        ints[6].fetch_xor(i as i32, Relaxed);
        floats[0].fetch_add(0.5, Relaxed);
        floats[1].fetch_max(i as f32, Relaxed);
        wide.fetch_add(1.0, Relaxed);
        let mut mine = ints[7].load(Acquire);
        loop {
            let before = ints[7].compare_and_swap(mine, mine + 3, AcqRel);
            if before == mine {
                break;
            }
            mine = before;
        }
        y[i] = ints.len() as u32;
    }
}

#[test]
fn atomics_in_global_memory() {
    each_device(|stream| {
        let mut counter = stream.upload(&[5_u64])?;
        let mut ints = stream.upload(&[0, 0, -1, 1, 0, 0xff, 0, 10])?;
        let mut floats = stream.upload(&[0.0_f32, -1.0])?;
        let mut wide = stream.upload(&[0.25_f64])?;
        let mut y = stream.zeros::<u32>(100)?;
        let launch = Launch::cover(100).threads(32);
        atomics::launch(
            stream,
            launch,
            &mut counter,
            &mut ints,
            &mut floats,
            &mut wide,
            &mut y,
        )?;
        assert_eq!(stream.download(&counter)?, [105]);
        let xor = (0..100).fold(0, |a, b| a ^ b);
        assert_eq!(
            stream.download(&ints)?,
            [-100, -100, 99, -99, 0xff, 0xf0, xor, 310]
        );
        assert_eq!(stream.download(&floats)?, [50.0, 99.0]);
        assert_eq!(stream.download(&wide)?, [100.25]);
        assert_eq!(stream.download(&y)?, [8; 100]);
        Ok(())
    });
}

#[device_fn]
unsafe fn unchecked(x: &[i32], i: usize) -> i32 {
    // SAFETY: the caller's.
    unsafe { *x.get_unchecked(i) }
}

#[group_kernel]
fn no_checks(grid: Grid, x: &[i32], y: &mut [i32]) {
    let own = [1, 2, 3, 4];
    for i in grid.stride(0..x.len()) {
        // SAFETY: `y` is as long as `x`, and `own` has four elements.
        unsafe {
            *y.get_unchecked_mut(i) = unchecked(x, i) + *own.get_unchecked(i % 4);
            *y.get_unchecked_mut(i) += 1;
        }
    }
}

#[test]
fn unchecked_accesses() {
    each_device(|stream| {
        let values: Vec<i32> = (0..50).map(|i| i * i).collect();
        let x = stream.upload(&values)?;
        let mut y = stream.zeros::<i32>(50)?;
        no_checks::launch(stream, Launch::blocks(1).threads(32), &x, &mut y)?;
        let expected: Vec<i32> = (0..50).map(|i| i * i + i % 4 + 2).collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

/// `a` and `b` change places: names of memory are values.
#[group_kernel]
fn ping_pong(grid: CooperativeGrid, mut a: &mut [f32], mut b: &mut [f32], sweeps: u32) {
    for _ in 0..sweeps {
        for i in grid.stride(1..a.len() - 1) {
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        }
        grid.sync();
        (a, b) = (b, a);
    }
}

#[test]
fn slices_are_swapped() {
    each_device(|stream| {
        let start: Vec<f32> = (0..300).map(|i| (i * i % 17) as f32).collect();
        let (mut a, mut b) = (stream.upload(&start)?, stream.upload(&start)?);
        ping_pong::launch(stream, Cooperative::fill().threads(64), &mut a, &mut b, 5)?;
        let (mut p, mut q) = (start.clone(), start);
        for _ in 0..5 {
            for i in 1..p.len() - 1 {
                q[i] = 0.5 * (p[i - 1] + p[i + 1]);
            }
            std::mem::swap(&mut p, &mut q);
        }
        assert_eq!(stream.download(&b)?, p);
        assert_eq!(stream.download(&a)?, q);
        Ok(())
    });
}

#[group_kernel]
fn in_place(block: ThreadBlock, y: &mut [i32]) {
    if block.thread_rank() == 0 {
        y.swap(0, 3);
        let mut own = [0; 4];
        own.fill(7);
        own.swap(1, 2);
        y[1..3].fill(own[1]);
    }
}

#[test]
fn swap_and_fill() {
    each_device(|stream| {
        let mut y = stream.upload(&[1, 2, 3, 4])?;
        in_place::launch(stream, Launch::blocks(1).threads(1), &mut y)?;
        assert_eq!(stream.download(&y)?, [4, 7, 7, 1]);
        Ok(())
    });
}
