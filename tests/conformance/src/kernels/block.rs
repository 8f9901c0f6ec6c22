//! Blocks: shapes, ranks, strides, the barrier, shared memory.

use phalanx::prelude::*;

/// What a thread of a block of any shape sees: eleven numbers a thread.
#[group_kernel]
pub fn shape(block: ThreadBlock, grid: Grid, y: &mut [usize]) {
    let (index, thread, dim) = (
        block.group_index(),
        block.thread_index(),
        block.dim_threads(),
    );
    let values = [
        index.x,
        index.y,
        index.z,
        thread.x,
        thread.y,
        thread.z,
        dim.x,
        dim.y,
        dim.z,
        block.num_threads(),
        block.thread_rank(),
    ];
    let first = grid.thread_rank() * 11;
    for k in 0..11 {
        y[first + k] = values[k];
    }
}

/// What a thread of a block of fixed shape sees: four numbers a thread.
#[group_kernel]
pub fn fixed_shape(block: ThreadBlock<8, 4, 2>, y: &mut [usize]) {
    let first = block.thread_rank() * 4;
    let thread = block.thread_index();
    y[first] = thread.x;
    y[first + 1] = thread.y;
    y[first + 2] = thread.z;
    y[first + 3] = block.num_threads();
}

/// Each block turns its share of `x` round, through static shared memory.
#[group_kernel(variants(T = [u8, i16, u32, i64, f16, f32, f64]))]
pub fn reverse<T: Number>(grid: Grid, block: ThreadBlock<128>, x: &[T], y: &mut [T]) {
    let buffer = block.shared::<[T; 128]>();
    let rank = block.thread_rank();
    buffer[rank] = x[grid.thread_rank()];
    block.sync();
    y[grid.thread_rank()] = buffer[127 - rank];
}

/// Each block turns its share of `x` round, twice, through two arrays of dynamic shared memory.
#[group_kernel]
pub fn reverse_dynamic(
    grid: Grid,
    block: ThreadBlock,
    #[shared] first: &mut [u8],
    #[shared] second: &mut [u64],
    x: &[u64],
    y: &mut [u64],
) {
    let (n, rank) = (block.num_threads(), block.thread_rank());
    first[rank] = x[grid.thread_rank()] as u8;
    second[rank] = x[grid.thread_rank()];
    block.sync();
    y[grid.thread_rank()] = second[n - 1 - rank] ^ first[n - 1 - rank] as u64;
}

/// A histogram of the low bits of `x` in shared atomics, added to `counts`.
#[group_kernel]
pub fn histogram(grid: Grid, block: ThreadBlock, x: &[u32], counts: &[Atomic<u32>]) {
    let bins = block.shared::<[Atomic<u32>; 16]>();
    for bin in block.stride(0..16) {
        bins[bin].store(0, Relaxed);
    }
    block.sync();
    for i in grid.stride(0..x.len()) {
        bins[x[i] as usize % 16].fetch_add(1, Relaxed);
    }
    block.sync();
    for bin in block.stride(0..16) {
        counts[bin].fetch_add(bins[bin].load(Relaxed), Relaxed);
    }
}

/// A running total that every thread hands to the next across a barrier, `rounds` times.
#[group_kernel]
pub fn relay(block: ThreadBlock, rounds: u32, y: &mut [u32]) {
    let rank = block.thread_rank();
    let n = block.num_threads();
    let here = block.shared::<[u32; 1024]>();
    here[rank] = rank as u32;
    block.sync();
    for _ in 0..rounds {
        let next = here[(rank + 1) % n] + 1;
        block.sync();
        here[rank] = next;
        block.sync();
    }
    y[rank] = here[rank];
}

/// Each block turns its share of `x` round; between arriving and waiting its tiles add up `x`.
#[group_kernel]
pub fn split_barrier(
    grid: Grid,
    block: ThreadBlock,
    tile: ThreadBlockTile<32>,
    x: &[u32],
    y: &mut [u32],
) {
    let buffer = block.shared::<[u32; 128]>();
    let (i, rank, last) = (
        grid.thread_rank(),
        block.thread_rank(),
        block.num_threads() - 1,
    );
    buffer[rank] = x[i];
    let arrival = block.arrive();
    let sum = tile.reduce(x[i], Plus);
    arrival.wait();
    y[i] = buffer[last - rank] + sum;
}
