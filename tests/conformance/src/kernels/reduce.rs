//! `tile.reduce` with every operator: each thread writes what it got.

use phalanx::prelude::*;

/// `Plus` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn plus<T: Number, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], Plus);
}

/// `Min` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn min<T: Number, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], Min);
}

/// `Max` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn max<T: Number, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], Max);
}

/// `BitAnd` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn bit_and<T: Integer, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], BitAnd);
}

/// `BitOr` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn bit_or<T: Integer, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], BitOr);
}

/// `BitXor` over tiles of `N`.
#[group_kernel(variants(
    T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize],
    N = [1, 2, 4, 8, 16, 32],
))]
pub fn bit_xor<T: Integer, const N: usize>(
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [T],
) {
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    y[i] = tile.reduce(x[i], BitXor);
}
