//! One value for all threads: `broadcast`, `load_uniform`, `invoke_one`, `invoke_one_broadcast`.

use phalanx::prelude::*;

use super::shuffle::Wide;

/// `broadcast` in blocks, from `rank`, which may lie outside the block: it wraps. Then from rank 0.
#[group_kernel(variants(T = [u8, i32, u64, f16, f64, Wide]))]
pub fn block<T: DeviceCopy>(grid: Grid, block: ThreadBlock, x: &[T], rank: usize, y: &mut [T]) {
    let i = grid.thread_rank();
    y[2 * i] = block.broadcast(x[i], rank);
    y[2 * i + 1] = block.broadcast(x[i], 0);
}

/// The same in tiles.
#[group_kernel(variants(T = [u8, u64, Wide], N = [1, 8, 32]))]
pub fn tile<T: DeviceCopy, const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    x: &[T],
    rank: usize,
    y: &mut [T],
) {
    let i = grid.thread_rank();
    y[2 * i] = tile.broadcast(x[i], rank);
    y[2 * i + 1] = tile.broadcast(x[i], 0);
}

/// The same in the whole grid.
#[group_kernel(variants(T = [u8, i32, u64, f16, f64, Wide]))]
pub fn grid<T: DeviceCopy>(grid: CooperativeGrid, x: &[T], rank: usize, y: &mut [T]) {
    let i = grid.thread_rank();
    y[2 * i] = grid.broadcast(x[i], rank);
    y[2 * i + 1] = grid.broadcast(x[i], 0);
}

/// Each block counts down from `start[block]` in shared memory that one thread writes: every thread adds
/// up what it loads.
#[group_kernel]
pub fn count_down(grid: Grid, block: ThreadBlock, start: &[u32], y: &mut [u32]) {
    let level = block.shared::<[u32; 1]>();
    block.invoke_one(|| level[0] = start[grid.block_rank()]);
    let mut sum = 0;
    let mut left = block.load_uniform(&level[0]);
    while left > 0 {
        sum += left;
        block.invoke_one(|| {
            let next = left - 1;
            level[0] = next;
        });
        left = block.load_uniform(&level[0]);
    }
    y[grid.thread_rank()] = sum;
}

/// The same in each tile, in global memory.
#[group_kernel(variants(N = [1, 8, 32]))]
pub fn count_down_tile<const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    levels: &mut [u32],
    y: &mut [u32],
) {
    let i = grid.thread_rank();
    let mut sum = 0;
    let mut left = tile.load_uniform(&levels[i / N]);
    while left > 0 {
        sum += left;
        tile.invoke_one(|| levels[i / N] = left - 1);
        left = tile.load_uniform(&levels[i / N]);
    }
    y[i] = sum;
}

/// The same in the whole grid, in global memory.
#[group_kernel]
pub fn count_down_grid(grid: CooperativeGrid, level: &mut u32, y: &mut [u32]) {
    let mut sum = 0;
    let mut left = grid.load_uniform(level);
    while left > 0 {
        sum += left;
        grid.invoke_one(|| *level = left - 1);
        left = grid.load_uniform(level);
    }
    y[grid.thread_rank()] = sum;
}

/// Copies the elements of `x` that are odd to `out`, in any order, with one addition to `count` for all
/// threads that are together.
#[group_kernel]
pub fn compact(grid: Grid, x: &[u32], count: &Atomic<u32>, out: &mut [u32]) {
    for i in grid.stride(0..x.len()) {
        if x[i] % 2 == 1 {
            let group = coalesced_threads();
            let base =
                group.invoke_one_broadcast(|| count.fetch_add(group.num_threads() as u32, Relaxed));
            out[base as usize + group.thread_rank()] = x[i];
        }
    }
}

/// Tickets that one thread draws for its tile, its block and the grid: three numbers a thread.
#[group_kernel]
pub fn tickets(grid: CooperativeGrid, block: ThreadBlock, counters: &[Atomic<u64>], y: &mut [u64]) {
    let i = 3 * grid.thread_rank();
    let tile = block.tiled_partition::<16>();
    y[i] = tile.invoke_one_broadcast(|| counters[0].fetch_add(1, Relaxed));
    y[i + 1] = block.invoke_one_broadcast(|| {
        let step = 10;
        counters[1].fetch_add(step, Relaxed)
    });
    y[i + 2] = grid.invoke_one_broadcast(|| counters[2].fetch_add(100, Relaxed));
}
