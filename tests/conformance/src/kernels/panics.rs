//! Kernels in which one thread panics, in each of the ways there are.

use phalanx::prelude::*;

/// Which thread panics: the one of this rank in the last block.
#[device_fn]
fn guilty(grid: &Grid, block: &ThreadBlock, rank: usize) -> bool {
    grid.block_rank() == grid.num_blocks() - 1 && block.thread_rank() == rank
}

/// Reads `x[index]`.
#[group_kernel]
pub fn index(grid: Grid, block: ThreadBlock, rank: usize, index: usize, x: &[f32], y: &mut [f32]) {
    if guilty(&grid, &block, rank) {
        y[0] = x[index];
    }
}

/// Writes element `index` of a local array.
#[group_kernel]
pub fn local_index(grid: Grid, block: ThreadBlock, rank: usize, index: usize, y: &mut [u32]) {
    let mut local = [0_u32; 4];
    if guilty(&grid, &block, rank) {
        local[index] = 1;
    }
    y[grid.thread_rank()] = local[3];
}

/// Writes element `index` of shared memory while the others wait at a barrier.
#[group_kernel]
pub fn shared_index(grid: Grid, block: ThreadBlock, rank: usize, index: usize, y: &mut [u32]) {
    let buffer = block.shared::<[u32; 64]>();
    if guilty(&grid, &block, rank) {
        buffer[index] = 1;
    }
    block.sync();
    y[grid.thread_rank()] = 1;
}

/// `a / b`.
#[group_kernel]
pub fn divide(grid: Grid, block: ThreadBlock, rank: usize, a: i32, b: i32, y: &mut [i32]) {
    if guilty(&grid, &block, rank) {
        y[0] = a / b;
    }
}

/// `a % b`.
#[group_kernel]
pub fn remainder(grid: Grid, block: ThreadBlock, rank: usize, a: i64, b: i64, y: &mut [i64]) {
    if guilty(&grid, &block, rank) {
        y[0] = a % b;
    }
}

/// `assert!` with values of several types in the message.
#[group_kernel]
pub fn assertion(grid: Grid, block: ThreadBlock, rank: usize, small: i8, large: u64, ratio: f32) {
    assert!(
        !guilty(&grid, &block, rank),
        "small {small}, large {}, ratio {ratio}, flag {}",
        large,
        large > 10
    );
}

/// `assert!` without a message.
#[group_kernel]
pub fn bare_assertion(grid: Grid, block: ThreadBlock, rank: usize) {
    assert!(!guilty(&grid, &block, rank));
}

/// `assert_eq!`.
#[group_kernel]
pub fn equality(grid: Grid, block: ThreadBlock, rank: usize, a: u32, b: u32) {
    if guilty(&grid, &block, rank) {
        assert_eq!(a, b, "the sums of block {}", grid.block_rank());
    }
}

/// `panic!`, `unreachable!` by `which`, in a device function.
#[group_kernel]
pub fn explicit(grid: Grid, block: ThreadBlock, rank: usize, which: u32) {
    if guilty(&grid, &block, rank) {
        give_up(which);
    }
}

#[device_fn]
fn give_up(which: u32) {
    match which {
        0 => panic!("no way {which}"),
        1 => unreachable!(),
        _ => panic!(),
    }
}

/// A panic while the rest of the grid waits at its barrier.
#[group_kernel]
pub fn in_grid(grid: CooperativeGrid, index: usize, y: &mut [u32]) {
    if grid.thread_rank() == 0 {
        y[index] = 1;
    }
    grid.sync();
    y[grid.thread_rank()] = 2;
}
