//! Shuffles and votes of tiles: each thread writes what it got.

use phalanx::prelude::*;

/// A value of the largest size that a shuffle takes, 32 bytes, with fields of several widths.
#[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
#[repr(C)]
pub struct Wide {
    /// Eight bytes.
    pub a: f64,
    /// Four.
    pub b: u32,
    /// Two.
    pub c: i16,
    /// One, then one of padding.
    pub d: u8,
    /// Sixteen.
    pub e: [u64; 2],
}

/// `shfl` from rank `lane[i]`, which may lie outside the tile: it wraps.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, u8, u16, u32, u64, usize, f16, bf16, f32, f64, Wide],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn shfl<T: DeviceCopy, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    lane: &[usize],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.shfl(x[i], lane[i]);
}

/// `shfl_up` by `delta`, the same in all threads.
#[group_kernel(variants(T = [u8, i32, u64, f16, f32, f64, Wide], N = [1, 2, 4, 8, 16, 32]))]
pub fn shfl_up<T: DeviceCopy, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    delta: usize,
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.shfl_up(x[i], delta);
}

/// `shfl_down` by `delta`, the same in all threads.
#[group_kernel(variants(T = [u8, i32, u64, f16, f32, f64, Wide], N = [1, 2, 4, 8, 16, 32]))]
pub fn shfl_down<T: DeviceCopy, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    delta: usize,
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.shfl_down(x[i], delta);
}

/// `shfl_xor` with `mask`, smaller than the tile.
#[group_kernel(variants(T = [u8, i32, u64, f16, f32, f64, Wide], N = [1, 2, 4, 8, 16, 32]))]
pub fn shfl_xor<T: DeviceCopy, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    mask: usize,
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.shfl_xor(x[i], mask);
}

/// `any`, `all` and `ballot` of `flag[i] != 0`: three numbers a thread.
#[group_kernel(variants(N = [1, 2, 4, 8, 16, 32]))]
pub fn votes<const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    flag: &[u8],
    y: &mut [u32],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    let set = flag[i] != 0;
    y[3 * i] = tile.any(set) as u32;
    y[3 * i + 1] = tile.all(set) as u32;
    y[3 * i + 2] = tile.ballot(set);
}

/// Ranks and sizes of a tile in a block of any shape: four numbers a thread.
#[group_kernel(variants(N = [1, 2, 4, 8, 16, 32]))]
pub fn tile_ranks<const N: usize>(block: ThreadBlock, tile: ThreadBlockTile<N>, y: &mut [usize]) {
    let i = 4 * block.thread_rank();
    y[i] = tile.thread_rank();
    y[i + 1] = tile.num_threads();
    y[i + 2] = tile.meta_group_rank();
    y[i + 3] = tile.meta_group_size();
}

/// Tiles of tiles: a sum at each level, and the ranks of the innermost.
#[group_kernel]
pub fn nested_tiles(block: ThreadBlock, x: &[u32], y: &mut [u32], ranks: &mut [usize]) {
    let i = block.thread_rank();
    let warp = block.tiled_partition::<32>();
    let half = warp.tiled_partition::<16>();
    let quad = half.tiled_partition::<4>();
    y[3 * i] = warp.reduce(x[i], Plus);
    y[3 * i + 1] = half.reduce(x[i], Plus);
    y[3 * i + 2] = quad.reduce(x[i], Plus);
    ranks[2 * i] = quad.meta_group_rank();
    ranks[2 * i + 1] = quad.meta_group_size();
}
