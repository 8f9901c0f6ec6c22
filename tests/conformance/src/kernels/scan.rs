//! Scans of tiles: each thread writes what the inclusive and the exclusive one gave it.

use phalanx::prelude::*;

/// Sums: two numbers a thread.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64], N = [1, 2, 4, 8, 16, 32]))]
pub fn plus<T: Number, const N: usize>(grid: Grid, tile: ThreadBlockTile<N>, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    y[2 * i] = tile.inclusive_scan(x[i], Plus);
    y[2 * i + 1] = tile.exclusive_scan(x[i], Plus);
}

/// Minima: two numbers a thread.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64], N = [1, 2, 4, 8, 16, 32]))]
pub fn min<T: Number, const N: usize>(grid: Grid, tile: ThreadBlockTile<N>, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    y[2 * i] = tile.inclusive_scan(x[i], Min);
    y[2 * i + 1] = tile.exclusive_scan(x[i], Min);
}

/// Maxima: two numbers a thread.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64], N = [1, 2, 4, 8, 16, 32]))]
pub fn max<T: Number, const N: usize>(grid: Grid, tile: ThreadBlockTile<N>, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    y[2 * i] = tile.inclusive_scan(x[i], Max);
    y[2 * i + 1] = tile.exclusive_scan(x[i], Max);
}

/// The bit operations: six numbers a thread.
#[group_kernel(variants(T = [i16, u32, u64], N = [1, 4, 32]))]
pub fn bits<T: Integer, const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = grid.thread_rank();
    y[6 * i] = tile.inclusive_scan(x[i], BitAnd);
    y[6 * i + 1] = tile.exclusive_scan(x[i], BitAnd);
    y[6 * i + 2] = tile.inclusive_scan(x[i], BitOr);
    y[6 * i + 3] = tile.exclusive_scan(x[i], BitOr);
    y[6 * i + 4] = tile.inclusive_scan(x[i], BitXor);
    y[6 * i + 5] = tile.exclusive_scan(x[i], BitXor);
}
