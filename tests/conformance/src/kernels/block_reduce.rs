//! Reductions and votes of blocks.

use phalanx::prelude::*;

/// Sums, of `x` and then of what it has become.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64]))]
pub fn plus<T: Number>(grid: Grid, block: ThreadBlock, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    let first = block.reduce(x[i], Plus);
    y[2 * i] = first;
    y[2 * i + 1] = block.reduce(
        if block.thread_rank() % 3 == 0 {
            first
        } else {
            x[i]
        },
        Plus,
    );
}

/// Minima, of `x` and then of what it has become.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64]))]
pub fn min<T: Number>(grid: Grid, block: ThreadBlock, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    let first = block.reduce(x[i], Min);
    y[2 * i] = first;
    y[2 * i + 1] = block.reduce(
        if block.thread_rank() % 3 == 0 {
            first
        } else {
            x[i]
        },
        Min,
    );
}

/// Maxima, of `x` and then of what it has become.
#[group_kernel(variants(T = [i8, i32, u64, f16, bf16, f32, f64]))]
pub fn max<T: Number>(grid: Grid, block: ThreadBlock, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    let first = block.reduce(x[i], Max);
    y[2 * i] = first;
    y[2 * i + 1] = block.reduce(
        if block.thread_rank() % 3 == 0 {
            first
        } else {
            x[i]
        },
        Max,
    );
}

/// The bit operations: three numbers a thread.
#[group_kernel(variants(T = [i16, u32, u64]))]
pub fn bits<T: Integer>(grid: Grid, block: ThreadBlock, x: &[T], y: &mut [T]) {
    let i = grid.thread_rank();
    y[3 * i] = block.reduce(x[i], BitAnd);
    y[3 * i + 1] = block.reduce(x[i], BitOr);
    y[3 * i + 2] = block.reduce(x[i], BitXor);
}

/// A sum in a block of a fixed shape that is no multiple of a warp.
#[group_kernel]
pub fn fixed_shape(block: ThreadBlock<5, 4, 3>, x: &[f32], y: &mut [f32]) {
    y[block.thread_rank()] = block.reduce(x[block.thread_rank()], Plus);
}

/// `any` and `all` of `flag[i] != 0`: two numbers a thread.
#[group_kernel]
pub fn votes(grid: Grid, block: ThreadBlock, flag: &[u8], y: &mut [u32]) {
    let i = grid.thread_rank();
    y[2 * i] = block.any(flag[i] != 0) as u32;
    y[2 * i + 1] = block.all(flag[i] != 0) as u32;
}

/// Adds up `x` by any group that can.
#[device_fn]
fn sum<G: Reduce>(group: &G, x: f32) -> f32 {
    group.reduce(x, Plus)
}

/// The same function on a block and on its tiles: two numbers a thread.
#[group_kernel]
pub fn generic(block: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let rank = block.thread_rank();
    let tile = block.tiled_partition::<8>();
    y[2 * rank] = sum(&block, x[rank]);
    y[2 * rank + 1] = sum(&tile, x[rank]);
}
