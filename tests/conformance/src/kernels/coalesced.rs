//! Coalesced groups under a branch that the data decides. Which threads meet is not defined, so every
//! kernel also writes who met: the first member's index, the rank and the size.

use phalanx::prelude::*;

use super::partition::{Part, look};

/// Who met: written by each member.
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy)]
#[repr(C)]
pub struct Member {
    /// The index of the thread of rank 0.
    pub leader: u32,
    /// This thread's rank.
    pub rank: u32,
    /// The threads of the group; 0 where a thread took no part.
    pub size: u32,
}

#[device_fn]
fn member(i: usize, group: &CoalescedGroup) -> Member {
    Member {
        leader: group.shfl(i as u32, 0),
        rank: group.thread_rank() as u32,
        size: group.num_threads() as u32,
    }
}

/// `reduce` with `Plus` among the threads with `pick[i] != 0`.
#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64]))]
pub fn plus<T: Number>(grid: Grid, pick: &[u8], x: &[T], y: &mut [T], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[i] = group.reduce(x[i], Plus);
    }
}

/// `reduce` with `Min`.
#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64]))]
pub fn min<T: Number>(grid: Grid, pick: &[u8], x: &[T], y: &mut [T], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[i] = group.reduce(x[i], Min);
    }
}

/// `reduce` with `Max`.
#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64]))]
pub fn max<T: Number>(grid: Grid, pick: &[u8], x: &[T], y: &mut [T], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[i] = group.reduce(x[i], Max);
    }
}

/// `reduce` with the bit operations: three numbers a thread.
#[group_kernel(variants(T = [i8, i16, i32, i64, isize, u8, u16, u32, u64, usize]))]
pub fn bits<T: Integer>(grid: Grid, pick: &[u8], x: &[T], y: &mut [T], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[3 * i] = group.reduce(x[i], BitAnd);
        y[3 * i + 1] = group.reduce(x[i], BitOr);
        y[3 * i + 2] = group.reduce(x[i], BitXor);
    }
}

/// `shfl` from `lane[i]` (wraps modulo the size), `shfl_up` and `shfl_down` by 1 and by 3, votes on the
/// lowest bit of `x[i]`: eight numbers a thread.
#[group_kernel]
pub fn moves(
    grid: Grid,
    pick: &[u8],
    x: &[u32],
    lane: &[usize],
    y: &mut [u32],
    who: &mut [Member],
) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        let odd = x[i] & 1 == 1;
        y[8 * i] = group.shfl(x[i], lane[i]);
        y[8 * i + 1] = group.shfl_up(x[i], 1);
        y[8 * i + 2] = group.shfl_up(x[i], 3);
        y[8 * i + 3] = group.shfl_down(x[i], 1);
        y[8 * i + 4] = group.shfl_down(x[i], 3);
        y[8 * i + 5] = group.any(odd) as u32;
        y[8 * i + 6] = group.all(odd) as u32;
        group.sync();
        y[8 * i + 7] = group.ballot(odd);
    }
}

/// `broadcast` from the last rank, `match_any` and `match_all`, and the scans of a sum: five numbers a
/// thread.
#[group_kernel]
pub fn more_moves(grid: Grid, pick: &[u8], x: &[u32], y: &mut [u32], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[5 * i] = group.broadcast(x[i], group.num_threads() - 1);
        y[5 * i + 1] = group.match_any(x[i]);
        y[5 * i + 2] = group.match_all(x[i]);
        y[5 * i + 3] = group.inclusive_scan(x[i], Plus);
        y[5 * i + 4] = group.exclusive_scan(x[i], Plus);
    }
}

/// The scans of floats, in which the order shows: two numbers a thread.
#[group_kernel(variants(T = [f16, f32, f64]))]
pub fn scans<T: Number>(grid: Grid, pick: &[u8], x: &[T], y: &mut [T], who: &mut [Member]) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        y[2 * i] = group.inclusive_scan(x[i], Plus);
        y[2 * i + 1] = group.exclusive_scan(x[i], Plus);
    }
}

/// `labeled_partition` by `label`, and `binary_partition` by its lowest bit: two parts a thread.
#[group_kernel]
pub fn partitions(
    grid: Grid,
    pick: &[u8],
    label: &[i32],
    x: &[u32],
    y: &mut [Part],
    who: &mut [Member],
) {
    let i = grid.thread_rank();
    if pick[i] != 0 {
        let group = coalesced_threads();
        who[i] = member(i, &group);
        let part = group.labeled_partition(label[i]);
        y[2 * i] = look(&part, x[i]);
        let side = group.binary_partition(label[i] % 2 != 0);
        y[2 * i + 1] = look(&side, x[i]);
    }
}
