//! Instead of what the emulator reports.

use phalanx::prelude::*;
use phalanx_mistakes::stream;

use crate::numbers;

#[group_kernel]
fn append(block: ThreadBlock<32>, x: &[u32], limit: u32, count: &Atomic<u32>, y: &mut [u32]) {
    let lane = block.thread_rank();
    if x[lane] > limit {
        let active = coalesced_threads();
        let size = active.num_threads() as u32;
        let base = active.invoke_one_broadcast(|| count.fetch_add(size, Relaxed));
        y[base as usize + active.thread_rank()] = x[lane];
    }
}

#[test]
fn ballot_of_part() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x: Vec<u32> = (0..32).collect();
    let x = stream.upload(&x)?;
    let (mut count, mut y) = (stream.zeros::<u32>(1)?, stream.zeros::<u32>(32)?);
    append::launch(&stream, Launch::blocks(1), &x, 11, &mut count, &mut y)?;
    assert!(stream.download(&y)?[..20].iter().copied().eq(12..32));
    Ok(())
}

/// What the claim said is asked: the most of all.
#[group_kernel]
fn sums(block: ThreadBlock<64>, rounds: &[u32], x: &mut [u32], y: &mut [u32]) {
    let i = block.group_index().x * 64 + block.thread_rank();
    let mine = rounds[i / 32];
    let n = block.reduce(mine, Max);
    for turn in 0..n {
        if turn < mine {
            x[i] /= 2;
        }
        y[i] += block.reduce(x[i], Plus);
    }
}

#[test]
fn false_claim() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let rounds = stream.upload(&[3_u32, 2])?;
    let (mut x, mut y) = (stream.upload(&[8_u32; 64])?, stream.zeros::<u32>(64)?);
    sums::launch(&stream, Launch::blocks(1), &rounds, &mut x, &mut y)?;
    let expected = 64 * 4 + 64 * 2 + 32 * (1 + 2);
    assert_eq!(stream.download(&y)?, [expected; 64]);
    Ok(())
}

#[group_kernel]
fn smooth(grid: CooperativeGrid, x: &[f32], y: &mut [f32], z: &mut [f32]) {
    let (i, n) = (grid.thread_rank(), x.len());
    y[i] = (x[i] + x[(i + 1) % n]) / 2.0;
    grid.sync();
    z[i] = (y[i] + y[(i + 1) % n]) / 2.0;
}

#[test]
fn block_for_grid() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values: Vec<f32> = (0..64).map(|i| (i * i) as f32).collect();
    let x = stream.upload(&values)?;
    let (mut y, mut z) = (stream.zeros::<f32>(64)?, stream.zeros::<f32>(64)?);
    let launch = Cooperative::blocks(2).threads(32);
    smooth::launch(&stream, launch, &x, &mut y, &mut z)?;
    let step =
        |x: &[f32]| -> Vec<f32> { (0..64).map(|i| (x[i] + x[(i + 1) % 64]) / 2.0).collect() };
    assert_eq!(stream.download(&z)?, step(&step(&values)));
    Ok(())
}

#[group_kernel]
fn number(block: ThreadBlock, x: &[u32], limit: u32, y: &mut [u32]) {
    let r = block.thread_rank();
    if x[r] > limit {
        let active = coalesced_threads();
        let place = active.inclusive_scan(1_u32, Plus);
        y[r] = place * 100 + active.shfl(place, active.num_threads() - 1);
    }
}

#[test]
fn coalesced_as_warp() -> Result<(), Error> {
    let stream = stream(|properties| properties.strict_lanes = true)?;
    let x: Vec<u32> = (0..32).collect();
    let x = stream.upload(&x)?;
    let mut y = stream.zeros::<u32>(32)?;
    number::launch(&stream, Launch::blocks(1).threads(32), &x, 11, &mut y)?;
    let y = stream.download(&y)?;
    assert_eq!((y[11], y[12], y[31]), (0, 120, 2020));
    Ok(())
}

#[group_kernel]
fn scan(block: ThreadBlock<64>, y: &mut [u32]) {
    let r = block.thread_rank();
    let mut step = 1;
    while step < 64 {
        let before = if r >= step { y[r - step] } else { 0 };
        block.sync();
        y[r] += before;
        block.sync();
        step *= 2;
    }
}

#[test]
fn in_place() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.upload(&[1_u32; 64])?;
    scan::launch(&stream, Launch::blocks(1), &mut y)?;
    assert!(stream.download(&y)?.iter().copied().eq(1..=64));
    Ok(())
}

#[group_kernel]
fn neighbours(tile: ThreadBlockTile<8>, x: &[f32], y: &mut [f32]) {
    let v = x[tile.thread_rank()];
    y[tile.thread_rank()] = tile.shfl_down(v, 1) - v;
}

#[test]
fn lane_out_of_range() -> Result<(), Error> {
    let stream = stream(|properties| properties.strict_lanes = true)?;
    let x = stream.upload(&[0.0_f32, 1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 28.0])?;
    let mut y = stream.zeros::<f32>(8)?;
    neighbours::launch(&stream, Launch::blocks(1).threads(8), &x, &mut y)?;
    assert_eq!(
        stream.download(&y)?,
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.0]
    );
    Ok(())
}

#[group_kernel]
fn total(
    grid: Grid,
    block: ThreadBlock,
    x: &[u32],
    parts: &mut [u32],
    done: &Atomic<u32>,
    y: &mut [u32],
) {
    let part = block.reduce(x[grid.thread_rank()], Plus);
    if block.thread_rank() == 0 {
        parts[grid.block_rank()] = part;
        if done.fetch_add(1, AcqRel) as usize == grid.num_blocks() - 1 {
            for b in 0..grid.num_blocks() {
                y[0] += parts[b];
            }
        }
    }
}

#[test]
fn last_block() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(128);
    let x = stream.upload(&values)?;
    let (mut parts, mut y) = (stream.zeros::<u32>(4)?, stream.zeros::<u32>(1)?);
    let mut done = stream.zeros::<u32>(1)?;
    let launch = Launch::blocks(4).threads(32);
    total::launch(&stream, launch, &x, &mut parts, &mut done, &mut y)?;
    assert_eq!(stream.download(&y)?, [values.iter().sum::<u32>()]);
    Ok(())
}

#[group_kernel]
fn differences(block: ThreadBlock<256>, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let s = block.shared::<[u32; 256]>();
    s[r] = x[r];
    block.sync();
    y[r] = if r > 0 { s[r] - s[r - 1] } else { s[0] };
}

#[test]
fn missing_barrier() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values: Vec<u32> = (0..256).map(|i| i * i).collect();
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(256)?;
    differences::launch(&stream, Launch::blocks(1), &x, &mut y)?;
    let expected = (0..256).map(|r| if r > 0 { 2 * r - 1 } else { 0 });
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

#[group_kernel]
fn warp_sums(block: ThreadBlock<8, 8>, x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let sum = warp.reduce(x[block.thread_rank()], Plus);
    if warp.thread_rank() == 0 {
        y[warp.meta_group_rank()] = sum;
    }
}

fn sums_of_two_warps() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(64);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(2)?;
    warp_sums::launch(&stream, Launch::blocks(1), &x, &mut y)?;
    let sum = |values: &[u32]| values.iter().sum::<u32>();
    assert_eq!(
        stream.download(&y)?,
        [sum(&values[..32]), sum(&values[32..])]
    );
    Ok(())
}

#[test]
fn one_lane_result() -> Result<(), Error> {
    sums_of_two_warps()
}

#[test]
fn rank_of_row() -> Result<(), Error> {
    sums_of_two_warps()
}

/// A fixed block, which the tile divides.
#[test]
fn tile_larger_than_block() -> Result<(), Error> {
    sums_of_two_warps()
}

#[group_kernel]
fn count(block: ThreadBlock, x: &[u32], limit: u32, y: &mut [u32]) {
    let large = block.shared::<Atomic<u32>>();
    if block.thread_rank() == 0 {
        large.store(0, Relaxed);
    }
    block.sync();
    if x[block.thread_rank()] > limit {
        large.fetch_add(1, Relaxed);
    }
    block.sync();
    if block.thread_rank() == 0 {
        y[0] = large.load(Relaxed);
    }
}

fn count_the_large() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(32);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(1)?;
    count::launch(&stream, Launch::blocks(1).threads(32), &x, 50, &mut y)?;
    let large = values.iter().filter(|&&x| x > 50).count();
    assert_eq!(stream.download(&y)?, [large as u32]);
    Ok(())
}

#[test]
fn plain_add() -> Result<(), Error> {
    count_the_large()
}

#[test]
fn counter_read_early() -> Result<(), Error> {
    count_the_large()
}

#[group_kernel]
fn pass_on(grid: Grid, data: &mut [u32], ready: &Atomic<u32>) {
    if grid.thread_rank() == 0 {
        data[0] = 42;
        ready.store(1, Release);
    } else {
        while ready.load(Acquire) == 0 {}
        data[1] = data[0];
    }
}

#[test]
fn relaxed_flag() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let (mut data, mut ready) = (stream.zeros::<u32>(2)?, stream.zeros::<u32>(1)?);
    pass_on::launch(&stream, Launch::blocks(2).threads(1), &mut data, &mut ready)?;
    assert_eq!(stream.download(&data)?, [42, 42]);
    Ok(())
}

#[group_kernel]
fn any_large(grid: Grid, block: ThreadBlock, x: &[u32], limit: u32, found: &Atomic<u32>) {
    if block.any(x[grid.thread_rank()] > limit) {
        block.invoke_one(|| {
            found.store(1, Relaxed);
        });
    }
}

#[test]
fn same_value() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&numbers(64))?;
    for (limit, expected) in [(50, 1), (200, 0)] {
        let mut found = stream.zeros::<u32>(1)?;
        let launch = Launch::blocks(2).threads(32);
        any_large::launch(&stream, launch, &x, limit, &mut found)?;
        assert_eq!(stream.download(&found)?, [expected]);
    }
    Ok(())
}

#[group_kernel]
fn row_sums(block: ThreadBlock<64>, x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let partial = block.shared::<[u32; 2]>();
    for row in 0..y.len() {
        let sum = warp.reduce(x[row * 64 + r], Plus);
        if warp.thread_rank() == 0 {
            partial[warp.meta_group_rank()] = sum;
        }
        block.sync();
        if r == 0 {
            y[row] = partial[0] + partial[1];
        }
        block.sync();
    }
}

#[test]
fn scratch_reused() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(3 * 64);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(3)?;
    row_sums::launch(&stream, Launch::blocks(1), &x, &mut y)?;
    let expected: Vec<u32> = values.chunks(64).map(|row| row.iter().sum()).collect();
    assert_eq!(stream.download(&y)?, expected);
    Ok(())
}

#[group_kernel]
fn block_sum(block: ThreadBlock<128>, x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let partial = block.shared::<[u32; 4]>();
    let part = warp.reduce(x[r], Plus);
    if warp.thread_rank() == 0 {
        partial[warp.meta_group_rank()] = part;
    }
    block.sync();
    if warp.meta_group_rank() == 0 {
        let part = if r < 4 { partial[r] } else { 0 };
        let total = warp.reduce(part, Plus);
        if r == 0 {
            y[0] = total;
        }
    }
}

#[test]
fn scratch_too_small() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(128);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(1)?;
    block_sum::launch(&stream, Launch::blocks(1), &x, &mut y)?;
    assert_eq!(stream.download(&y)?, [values.iter().sum::<u32>()]);
    Ok(())
}

#[group_kernel]
fn pairs(grid: Grid, block: ThreadBlock<32>, x: &[u32], y: &mut [u32]) {
    let (i, r) = (grid.thread_rank(), block.thread_rank());
    let s = block.shared::<[u32; 32]>();
    s[r] = if i < x.len() { x[i] } else { 0 };
    block.sync();
    if i < x.len() && r < 31 {
        y[i] = s[r] + s[r + 1];
    }
}

#[test]
fn uninitialised() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(40);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(40)?;
    pairs::launch(&stream, Launch::blocks(2), &x, &mut y)?;
    let y = stream.download(&y)?;
    assert_eq!((y[38], y[39]), (values[38] + values[39], values[39]));
    Ok(())
}

#[group_kernel]
fn exchange(block: ThreadBlock<64>, x: &[u32], limit: u32, y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = x[r];
    if warp.any(x[r] > limit) {
        warp.sync();
        y[r] = s[r ^ 1];
    }
}

#[test]
fn vote_as_fence() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(64);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(64)?;
    exchange::launch(&stream, Launch::blocks(1), &x, 50, &mut y)?;
    let expected = (0..64).map(|r| values[r ^ 1]);
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

#[group_kernel]
fn tree(block: ThreadBlock<64>, x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = x[r];
    block.sync();
    if warp.meta_group_rank() == 0 {
        let sum = warp.reduce(s[r] + s[r + 32], Plus);
        if r == 0 {
            y[0] = sum;
        }
    }
}

#[test]
fn warp_in_lockstep() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(64);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(1)?;
    tree::launch(&stream, Launch::blocks(1), &x, &mut y)?;
    assert_eq!(stream.download(&y)?, [values.iter().sum::<u32>()]);
    Ok(())
}
