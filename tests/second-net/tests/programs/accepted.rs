//! Programs that must be accepted: that they compile with the second net is the test. By their numbers in
//! the list of them, then what a group can do where it is not whole.

#![allow(dead_code)]

use phalanx::prelude::*;
use phalanx_second_net::{device_fn, group_kernel};

#[group_kernel]
fn a01_sums_of_warps_combined_by_one_of_them(
    grid: Grid,
    block: ThreadBlock,
    x: &[f32],
    out: &Atomic<f32>,
) {
    let warp = block.tiled_partition::<32>();
    let partial = block.shared::<[f32; 32]>();
    let mut sum = 0.0;
    for i in grid.stride(0..x.len()) {
        sum += x[i];
    }
    let sum = warp.reduce(sum, Plus);
    if warp.thread_rank() == 0 {
        partial[warp.meta_group_rank()] = sum;
    }
    block.sync();
    if warp.meta_group_rank() == 0 {
        let total = warp.reduce(partial[warp.thread_rank()], Plus);
        if warp.thread_rank() == 0 {
            out.fetch_add(total, Relaxed);
        }
    }
}

#[group_kernel]
fn a02_masked_work(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let w = block.tiled_partition::<32>();
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = w.reduce(v, Plus);
    if w.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}

#[group_kernel]
fn a03_branch_on_the_block(block: ThreadBlock) {
    if block.group_index().x % 2 == 0 {
        block.sync();
    }
}

#[group_kernel]
fn a04_scalars_of_the_kernel(grid: CooperativeGrid, n: u32, iters: u32, y: &mut [f32]) {
    if n > 100 {
        grid.sync();
    }
    for _ in 0..iters {
        for i in grid.stride(0..y.len()) {
            y[i] += 1.0;
        }
        grid.sync();
    }
}

#[group_kernel]
fn a05_work_queue_of_a_warp(block: ThreadBlock, keys: &[u32], count: &Atomic<u32>) {
    let w = block.tiled_partition::<32>();
    let key = keys[block.thread_rank()];
    let mut todo = key != 0;
    let mut mask = w.ballot(todo);
    while mask != 0 {
        let src = mask.trailing_zeros() as usize;
        let leader = w.shfl(key, src);
        if key == leader {
            todo = false;
        }
        let same = w.ballot(key == leader);
        if w.thread_rank() == src {
            count.fetch_add(same.count_ones(), Relaxed);
        }
        mask = w.ballot(todo);
    }
}

#[group_kernel]
fn a06_an_index_made_of_block_and_tile(grid: Grid, block: ThreadBlock, items: usize) {
    let w = block.tiled_partition::<32>();
    let tile_index = grid.block_rank() * w.meta_group_size() + w.meta_group_rank();
    if tile_index < items {
        w.sync();
    }
}

#[group_kernel]
fn a07_one_thread_writes_and_all_synchronise(b: ThreadBlock) {
    let s = b.shared::<[u32; 4]>();
    if b.thread_rank() == 0 {
        s[0] = 1;
    }
    b.sync();
}

#[group_kernel]
fn a08_one_atomic_for_all_that_hit(b: ThreadBlock, x: &[u32], out: &mut [u32], c: &Atomic<u32>) {
    let r = b.thread_rank();
    let hit = x[r] > 3;
    if hit {
        let g = coalesced_threads();
        let base = g.invoke_one_broadcast(|| c.fetch_add(g.num_threads() as u32, Relaxed));
        out[base as usize + g.thread_rank()] = x[r];
    }
}

#[group_kernel]
fn a09_each_part_goes_its_way(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let p = x[r] > 3;
    let c = w.binary_partition(p);
    if p {
        y[r] = c.reduce(x[r], Plus);
    } else {
        c.sync();
    }
}

#[group_kernel]
fn a10_tiles_of_tiles(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let w = b.tiled_partition::<32>();
    let half = w.tiled_partition::<16>();
    let quad = half.tiled_partition::<4>();
    let v = x[b.thread_rank()];
    let v = quad.reduce(v, Plus);
    let v = half.reduce(v, Plus);
    y[b.thread_rank()] = w.reduce(v, Plus);
}

#[device_fn]
fn sum<G: Reduce>(g: &G, x: f32) -> Uniform<G, f32> {
    g.reduce(x, Plus)
}

#[group_kernel]
fn a11_a_generic_function_on_many_groups(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let eight = b.tiled_partition::<8>();
    let warp = b.tiled_partition::<32>();
    let v = sum(&warp, sum(&eight, x[b.thread_rank()]));
    if v > 0.0 {
        let here = coalesced_threads();
        y[b.thread_rank()] = sum(&here, v);
    }
}

#[group_kernel]
fn a12_work_between_arriving_and_waiting(mut b: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    let t = b.arrive();
    y[r] = w.reduce(x[r], Plus);
    t.wait();
}

#[group_kernel]
fn a15_a_flag_that_all_read_alike(b: ThreadBlock, y: &mut [f32]) {
    let flag = b.shared::<u32>();
    let r = b.thread_rank();
    if r == 0 {
        *flag = 1;
    }
    if b.load_uniform(flag) == 1 {
        b.sync();
    }
    let mut going = true;
    while going {
        let old = y[r];
        b.sync();
        y[r] = old * 0.5;
        if r == 0 {
            *flag = if old > 1.0 { 1 } else { 0 };
        }
        going = b.load_uniform(flag) == 1;
    }
}

#[group_kernel]
fn a16_bounds_read_from_a_read_only_slice(
    grid: Grid,
    b: ThreadBlock,
    starts: &[usize],
    y: &mut [f32],
) {
    let i = grid.block_rank();
    for j in starts[i]..starts[i + 1] {
        if b.thread_rank() == 0 {
            y[j] = 1.0;
        }
        b.sync();
    }
}

#[group_kernel(variants(N = [1, 2]))]
fn a17_match_on_what_is_known<const N: usize>(b: ThreadBlock, mode: u32) {
    match N {
        1 => b.sync(),
        _ => {
            b.sync();
            b.sync();
        }
    }
    match mode {
        0 => b.sync(),
        1 | 2 => {}
        3..=9 if mode % 2 == 0 => b.sync(),
        _ => b.sync(),
    }
}

#[group_kernel]
fn a18_a_persistent_block(b: ThreadBlock, total: u32, next: &Atomic<u32>, y: &mut [u32]) {
    let mut tile_id = b.group_index().x as u32;
    while tile_id < total {
        y[b.thread_rank()] += tile_id;
        b.sync();
        tile_id = b.invoke_one_broadcast(|| next.fetch_add(1, Relaxed));
    }
}

/// Only some threads of any group come behind the `return`.
#[group_kernel]
fn whatever_is_no_collective(
    grid: CooperativeGrid,
    plain: Grid,
    b: ThreadBlock,
    w: ThreadBlockTile<16>,
    x: &[usize],
    y: &mut [usize],
) {
    let c = w.labeled_partition(x[b.thread_rank()] as u32);
    if x[grid.thread_rank()] == 3 {
        return;
    }
    y[0] = grid.num_blocks() + grid.block_rank() + grid.block_index().x + grid.dim_blocks().x;
    y[1] = plain.num_blocks() + plain.block_rank() + plain.block_index().x + plain.dim_blocks().x;
    y[2] = b.group_index().x + b.thread_index().y + b.dim_threads().z;
    y[3] = w.meta_group_size() + w.meta_group_rank();
    y[4] = c.meta_group_size() + c.meta_group_rank();
    b.shared::<[u32; 4]>()[0] = 1;
    y[5] = grid.num_threads() + plain.num_threads() + b.num_threads() + w.num_threads();
    y[6] = grid.thread_rank() + plain.thread_rank() + b.thread_rank() + c.thread_rank();
    for i in grid.stride(0..3) {
        for j in b.stride(0..i) {
            for k in w.stride(j..7) {
                y[k] += c.num_threads();
            }
        }
    }
}

/// A name for a group that is not whole, with its type as the user writes it.
#[group_kernel]
fn another_name(b: ThreadBlock, w: ThreadBlockTile<32>, y: &mut [usize]) {
    if b.thread_rank() < 3 {
        let same: ThreadBlockTile<32> = w;
        let block = b;
        if same.thread_rank() < 2 {
            y[0] = same.meta_group_rank() + block.dim_threads().x;
        }
    }
}

#[device_fn]
fn another_name_of_a_parameter(b: &ThreadBlock, g: &ThreadBlockTile<8>, x: usize) -> usize {
    if x < 3 {
        let same: &ThreadBlock = b;
        let tile = g;
        return same.thread_index().x + tile.meta_group_rank();
    }
    b.num_threads() + g.num_threads()
}

/// Passing a plain `Grid` promises nothing.
#[device_fn]
fn rank_in(grid: &Grid) -> usize {
    grid.thread_rank()
}

#[group_kernel]
fn a_plain_grid_is_passed_anywhere(grid: Grid, y: &mut [usize]) {
    if grid.thread_rank() < 3 {
        y[0] = rank_in(&grid);
    }
}
