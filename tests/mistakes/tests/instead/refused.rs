//! Instead of what does not compile.

use phalanx::prelude::*;
use phalanx_mistakes::stream;

use crate::numbers;

#[group_kernel]
fn sum(grid: Grid, block: ThreadBlock, x: &[u32], out: &Atomic<u32>) {
    let warp = block.tiled_partition::<32>();
    let i = grid.thread_rank();
    let v = if i < x.len() { x[i] } else { 0 };
    let sum = warp.reduce(v, Plus);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

#[test]
fn early_return() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(100);
    let x = stream.upload(&values)?;
    let mut out = stream.zeros::<u32>(1)?;
    sum::launch(&stream, Launch::cover(100).threads(64), &x, &mut out)?;
    assert_eq!(stream.download(&out)?, [values.iter().sum::<u32>()]);
    Ok(())
}

/// Halves until any thread's number is odd.
#[group_kernel]
fn halve(tile: ThreadBlockTile<32>, y: &mut [u32]) {
    let r = tile.thread_rank();
    loop {
        if tile.any(y[r] % 2 == 1) {
            break;
        }
        y[r] /= 2;
    }
}

#[test]
fn varying_break() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values: Vec<u32> = (0..32).map(|r| (r + 1) * 8).collect();
    let mut y = stream.upload(&values)?;
    halve::launch(&stream, Launch::blocks(1).threads(32), &mut y)?;
    assert!(stream.download(&y)?.into_iter().eq(1..=32));
    Ok(())
}

/// Each thread takes as many turns as its rank leaves it, and all meet in each.
#[group_kernel]
fn masked(block: ThreadBlock, n: usize, y: &mut [u32]) {
    let r = block.thread_rank();
    for j in 0..n {
        if j >= r {
            y[r] += 1;
        }
        block.sync();
    }
}

#[test]
fn varying_trip_count() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(32)?;
    masked::launch(&stream, Launch::blocks(1).threads(32), 10, &mut y)?;
    let expected = (0..32_u32).map(|r| 10_u32.saturating_sub(r));
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

/// The block makes the turns of the warp that has the most.
#[group_kernel]
fn parts(block: ThreadBlock, parts: &[u32], x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let mine = parts[warp.meta_group_rank()];
    for part in 0..block.reduce(mine, Max) {
        if part < mine {
            let sum = warp.reduce(x[part as usize * 32 + warp.thread_rank()], Plus);
            if warp.thread_rank() == 0 {
                y[warp.meta_group_rank()] += sum;
            }
        }
        block.sync();
    }
}

#[test]
fn tiles_take_turns() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(96);
    let x = stream.upload(&values)?;
    let counts = stream.upload(&[3_u32, 1])?;
    let mut y = stream.zeros::<u32>(2)?;
    let launch = Launch::blocks(1).threads(64);
    parts::launch(&stream, launch, &counts, &x, &mut y)?;
    let sum = |values: &[u32]| values.iter().sum::<u32>();
    assert_eq!(stream.download(&y)?, [sum(&values), sum(&values[..32])]);
    Ok(())
}

#[device_fn]
fn contains(tile: &ThreadBlockTile<8>, table: &[u32], key: u32) -> bool {
    let mut found = false;
    for i in tile.stride(0..table.len()) {
        found = found || table[i] == key;
    }
    tile.any(found)
}

/// A tile goes through its threads' keys together.
#[group_kernel]
fn look_up(grid: Grid, tile: ThreadBlockTile<8>, table: &[u32], keys: &[u32], y: &mut [u32]) {
    let i = grid.thread_rank();
    let first = i - tile.thread_rank();
    let mine = if i < keys.len() { keys[i] } else { 0 };
    for k in 0..tile.num_threads() {
        let key = tile.shfl(mine, k);
        let found = contains(&tile, table, key);
        if tile.thread_rank() == k && first + k < keys.len() && found {
            y[i] = 1;
        }
    }
}

#[test]
fn call_under_guard() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let keys = numbers(20);
    let table = stream.upload(&[keys[3], keys[11], keys[19], 1000])?;
    let device_keys = stream.upload(&keys)?;
    let mut y = stream.zeros::<u32>(20)?;
    let launch = Launch::cover(20).threads(8);
    look_up::launch(&stream, launch, &table, &device_keys, &mut y)?;
    let expected = (0..20).map(|i| u32::from([3, 11, 19].contains(&i)));
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

#[group_kernel]
fn votes(tile: ThreadBlockTile<32>, n: usize, x: &[u32], y: &mut [u32]) {
    let r = tile.thread_rank();
    let found = tile.any(x[r] > 90);
    if r < n && found {
        y[r] = 1;
    }
}

#[test]
fn lazy_and() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&numbers(32))?;
    let mut y = stream.zeros::<u32>(32)?;
    votes::launch(&stream, Launch::blocks(1).threads(32), 5, &x, &mut y)?;
    assert_eq!(stream.download(&y)?.iter().sum::<u32>(), 5);
    Ok(())
}

/// Labels run along `next` until none changes.
#[group_kernel]
fn labels(block: ThreadBlock, next: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let mut changed = true;
    while block.any(changed) {
        let label = y[next[r] as usize];
        changed = label < y[r];
        block.sync();
        if changed {
            y[r] = label;
        }
        block.sync();
    }
}

#[test]
fn until_converged() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    // Two rings.
    let next: Vec<u32> = (0..64).map(|r| r / 32 * 32 + (r + 1) % 32).collect();
    let next = stream.upload(&next)?;
    let own: Vec<u32> = (0..64).collect();
    let mut y = stream.upload(&own)?;
    labels::launch(&stream, Launch::blocks(1).threads(64), &next, &mut y)?;
    let expected = (0..64).map(|r| r / 32 * 32);
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

/// One thread of each block draws a ticket for all of it.
#[group_kernel]
fn last_sums(grid: Grid, block: ThreadBlock, parts: &[u32], tickets: &Atomic<u32>, y: &mut [u32]) {
    let ticket = block.invoke_one_broadcast(|| tickets.fetch_add(1, AcqRel));
    if ticket as usize == grid.num_blocks() - 1 {
        let mut part = 0;
        for i in block.stride(0..parts.len()) {
            part += parts[i];
        }
        let sum = block.reduce(part, Plus);
        if block.thread_rank() == 0 {
            y[0] = sum;
        }
    }
}

#[test]
fn atomic_as_uniform() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(100);
    let parts = stream.upload(&values)?;
    let (mut tickets, mut y) = (stream.zeros::<u32>(1)?, stream.zeros::<u32>(1)?);
    let launch = Launch::blocks(5).threads(32);
    last_sums::launch(&stream, launch, &parts, &mut tickets, &mut y)?;
    assert_eq!(stream.download(&y)?, [values.iter().sum::<u32>()]);
    Ok(())
}

#[group_kernel]
fn some_work(grid: CooperativeGrid, block: ThreadBlock, active: usize, y: &mut [u32]) {
    let works = block.group_index().x < active;
    if works {
        y[grid.thread_rank()] = 1;
    }
    grid.sync();
    let first = y[0];
    grid.sync();
    if works {
        y[grid.thread_rank()] += first;
    }
}

#[test]
fn some_blocks() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(128)?;
    some_work::launch(&stream, Cooperative::blocks(4).threads(32), 3, &mut y)?;
    let expected = (0..128).map(|i| if i < 96 { 2 } else { 0 });
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

#[group_kernel]
fn converge(grid: CooperativeGrid, x: &mut [f32], error: &mut [f32]) {
    let i = grid.thread_rank();
    while grid.load_uniform(&error[0]) > 0.001 {
        x[i] = x[i] / 2.0;
        if i == 0 {
            error[0] = x[0];
        }
    }
}

#[test]
fn converged_grid() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut x = stream.upload(&[1.0_f32; 64])?;
    let mut error = stream.upload(&[1.0_f32])?;
    converge::launch(
        &stream,
        Cooperative::blocks(2).threads(32),
        &mut x,
        &mut error,
    )?;
    assert_eq!(stream.download(&x)?, [1.0 / 1024.0; 64]);
    Ok(())
}

#[device_fn]
fn sum_of<G: Reduce>(g: &G, v: u32) -> u32 {
    g.reduce(v, Plus)
}

/// Any part of the warp will do.
#[group_kernel]
fn sum_of_active(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    if r < x.len() {
        let active = coalesced_threads();
        y[r] = sum_of(&active, x[r]);
    }
}

#[test]
fn mask_from_active() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(20);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(20)?;
    sum_of_active::launch(&stream, Launch::blocks(1).threads(32), &x, &mut y)?;
    assert_eq!(stream.download(&y)?, [values.iter().sum::<u32>(); 20]);
    Ok(())
}

/// Arrives in each turn, and goes on with its tile before it waits.
#[group_kernel]
fn turns(mut block: ThreadBlock<64>, n: usize, x: &[u32], y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    for _ in 0..n {
        s[r] = x[r];
        let arrival = block.arrive();
        let largest = warp.reduce(x[r], Max);
        arrival.wait();
        if r < 32 {
            y[r] += s[63 - r] + largest;
        }
        block.sync();
    }
}

fn turns_of_two_steps() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(64);
    let x = stream.upload(&values)?;
    let mut y = stream.zeros::<u32>(32)?;
    turns::launch(&stream, Launch::blocks(1), 3, &x, &mut y)?;
    let largest = values[..32].iter().max().unwrap();
    let expected = (0..32).map(|r| 3 * (values[63 - r] + largest));
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}

#[test]
fn arrival_without_wait() -> Result<(), Error> {
    turns_of_two_steps()
}

#[test]
fn waits_twice() -> Result<(), Error> {
    turns_of_two_steps()
}

#[test]
fn barrier_before_wait() -> Result<(), Error> {
    turns_of_two_steps()
}

#[group_kernel]
fn reverse(mut block: ThreadBlock<64>, y: &mut [u32]) {
    let (first, r) = (block.group_index().x * 64, block.thread_rank());
    let s = block.shared::<[u32; 64]>();
    s[63 - r] = y[first + r];
    let arrival = block.arrive();
    let place = first + r;
    arrival.wait();
    y[place] = s[r];
}

#[test]
fn arrival_dropped() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = numbers(64);
    let mut y = stream.upload(&x)?;
    reverse::launch(&stream, Launch::blocks(1), &mut y)?;
    assert!(stream.download(&y)?.iter().eq(x.iter().rev()));
    Ok(())
}

/// A new group behind the barrier, and one that a barrier of every turn keeps in step.
#[group_kernel]
fn group_a_turn(block: ThreadBlock<64>, n: usize, x: &[u32], y: &mut [u32]) {
    let r = block.thread_rank();
    let s = block.shared::<[u32; 64]>();
    s[r] = 0;
    for i in 0..n {
        if i % 4 == 0 {
            block.sync();
        }
        let active = coalesced_threads();
        s[r] += active.reduce(x[i * 64 + r], Max);
    }
    for i in 0..n {
        let active = coalesced_threads();
        block.sync();
        s[r] += active.reduce(x[i * 64 + r], Min);
    }
    y[r] = s[r];
}

#[test]
fn coalesced_behind_barrier() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[[20_u32; 32], [10; 32]].concat().repeat(6))?;
    let mut y = stream.zeros::<u32>(64)?;
    group_a_turn::launch(&stream, Launch::blocks(1), 6, &x, &mut y)?;
    // Whoever is in the group of a turn has the value of its warp.
    let expected = (0..64).map(|r| 12 * if r < 32 { 20 } else { 10 });
    assert!(stream.download(&y)?.into_iter().eq(expected));
    Ok(())
}
