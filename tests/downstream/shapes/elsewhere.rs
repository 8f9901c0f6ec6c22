//! A file that `#[path]` leads to.

use phalanx::prelude::*;

mod beside;

/// Sums the rows of a matrix, a row a tile.
#[group_kernel(variants(N = [8, 16]))]
pub fn row_sums<const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    x: &[f32],
    columns: usize,
    out: &mut [f32],
) {
    let row = grid.block_rank() * tile.meta_group_size() + tile.meta_group_rank();
    let mut sum = 0.0;
    for column in tile.stride(0..columns) {
        sum += x[beside::index(row, column, columns)];
    }
    let sum = tile.reduce(sum, Plus);
    if tile.thread_rank() == 0 {
        out[row] = sum;
    }
}
