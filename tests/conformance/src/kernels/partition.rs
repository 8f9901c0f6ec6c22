//! Matches and partitions of tiles.

use phalanx::prelude::*;

/// What a thread sees of the part that it is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy)]
#[repr(C)]
pub struct Part {
    /// How many parts there are.
    pub parts: u32,
    /// Which of them this is.
    pub number: u32,
    /// The thread's rank in the part.
    pub rank: u32,
    /// The threads of the part.
    pub size: u32,
    /// What the values of its threads add up to.
    pub sum: u32,
    /// The value of its last thread.
    pub last: u32,
}

/// What is seen of a part, with collectives of the part.
#[device_fn]
pub fn look(part: &CoalescedGroup, value: u32) -> Part {
    Part {
        parts: part.meta_group_size() as u32,
        number: part.meta_group_rank() as u32,
        rank: part.thread_rank() as u32,
        size: part.num_threads() as u32,
        sum: part.reduce(value, Plus),
        last: part.shfl(value, part.num_threads() - 1),
    }
}

/// `match_any` and `match_all`: two masks a thread.
#[group_kernel(variants(T = [i8, u16, i32, u64], N = [1, 4, 16, 32]))]
pub fn matches<T: Integer, const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    x: &[T],
    y: &mut [u32],
) {
    let i = grid.thread_rank();
    y[2 * i] = tile.match_any(x[i]);
    y[2 * i + 1] = tile.match_all(x[i]);
}

/// `labeled_partition`.
#[group_kernel(variants(T = [i8, u16, i32, u64], N = [1, 4, 16, 32]))]
pub fn labeled<T: Integer, const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    label: &[T],
    x: &[u32],
    y: &mut [Part],
) {
    let i = grid.thread_rank();
    let part = tile.labeled_partition(label[i]);
    y[i] = look(&part, x[i]);
}

/// `binary_partition`; each side goes its own way.
#[group_kernel(variants(N = [1, 4, 16, 32]))]
pub fn binary<const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    flag: &[u8],
    x: &[u32],
    y: &mut [Part],
) {
    let i = grid.thread_rank();
    let set = flag[i] != 0;
    let part = tile.binary_partition(set);
    if set {
        y[i] = look(&part, x[i]);
    } else {
        part.sync();
        y[i] = look(&part, x[i] + 1);
    }
}

/// A partition of a part of a tile: the even labels, by the label; the odd ones stay together.
#[group_kernel]
pub fn nested(grid: Grid, tile: ThreadBlockTile<32>, label: &[u32], x: &[u32], y: &mut [Part]) {
    let i = grid.thread_rank();
    let odd = label[i] % 2 == 1;
    let side = tile.binary_partition(odd);
    if odd {
        y[i] = look(&side, x[i]);
    } else {
        let part = side.labeled_partition(label[i]);
        y[i] = look(&part, x[i]);
    }
}
