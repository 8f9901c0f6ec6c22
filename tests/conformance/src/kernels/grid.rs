//! Grids: ranks, strides over ranges of every integer, the barrier.

use phalanx::prelude::*;

/// What a thread of a grid of any shape sees: ten numbers a thread.
#[group_kernel]
pub fn shape(grid: Grid, y: &mut [usize]) {
    let (index, dim) = (grid.block_index(), grid.dim_blocks());
    let first = grid.thread_rank() * 10;
    y[first] = grid.num_threads();
    y[first + 1] = grid.thread_rank();
    y[first + 2] = grid.num_blocks();
    y[first + 3] = grid.block_rank();
    y[first + 4] = index.x;
    y[first + 5] = index.y;
    y[first + 6] = index.z;
    y[first + 7] = dim.x;
    y[first + 8] = dim.y;
    y[first + 9] = dim.z;
}

/// Counts how often each element of `hits` is visited by a stride over `from..to`; `hits[0]` is for `from`.
#[group_kernel]
pub fn stride_usize(grid: Grid, from: usize, to: usize, hits: &[Atomic<u32>]) {
    for i in grid.stride(from..to) {
        hits[i - from].fetch_add(1, Relaxed);
    }
}

/// The same with `i32`, whose ranges may begin below zero and end at the type's limit.
#[group_kernel]
pub fn stride_i32(grid: Grid, from: i32, to: i32, hits: &[Atomic<u32>]) {
    for i in grid.stride(from..to) {
        hits[(i - from) as usize].fetch_add(1, Relaxed);
    }
}

/// The same with `u8`, which a grid of more than 255 threads strides past in one step.
#[group_kernel]
pub fn stride_u8(grid: Grid, from: u8, to: u8, hits: &[Atomic<u32>]) {
    for i in grid.stride(from..to) {
        hits[(i - from) as usize].fetch_add(1, Relaxed);
    }
}

/// `rounds` times: every thread writes its slot of one buffer, and after the grid's barrier adds up
/// what three others wrote.
#[group_kernel]
pub fn exchange(grid: CooperativeGrid, mut here: &mut [u32], mut there: &mut [u32], rounds: u32) {
    let (rank, n) = (grid.thread_rank(), grid.num_threads());
    for _ in 0..rounds {
        there[rank] = here[rank].wrapping_mul(3)
            + here[(rank + 1) % n]
            + here[(rank + n / 2) % n]
            + here[(rank + n - 1) % n];
        grid.sync();
        (here, there) = (there, here);
    }
}

/// `rounds` times: what the next block wrote before it arrived, and what the thread's own block computed
/// in the meantime.
#[group_kernel]
pub fn split_barrier(
    grid: CooperativeGrid,
    block: ThreadBlock,
    x: &mut [u32],
    rounds: u32,
    y: &mut [u32],
) {
    let (rank, n) = (grid.thread_rank(), grid.num_threads());
    let mut sum = 0;
    for round in 0..rounds {
        x[rank] = rank as u32 + round;
        let arrival = grid.arrive();
        let most = block.reduce(rank as u32, Max);
        arrival.wait();
        sum += x[(rank + block.num_threads()) % n] + most;
        grid.sync();
    }
    y[rank] = sum;
}
