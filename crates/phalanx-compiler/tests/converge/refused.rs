//! The programs of `convergence.md` that must be refused for divergence, by their numbers there.

use crate::refuse;

refuse!(
    r01_varying_branch,
    "#[group_kernel]
fn k(b: ThreadBlock) {
    let r = b.thread_rank();
    let low = r < 16;
    if low {
        b.sync();
    }
}",
    "6: `b.sync()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: so `low` varies within `b`
  note: line 5: only some threads of `b` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse!(
    r02_two_call_sites,
    "#[group_kernel]
fn k(b: ThreadBlock) {
    let r = b.thread_rank();
    if r % 2 == 0 {
        b.sync();
    } else {
        b.sync();
    }
}",
    "5: `b.sync()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: only some threads of `b` enter here
  help: the same call in two branches is two calls, and each needs all threads: write `b.sync()` once, where every thread comes by
7: `b.sync()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: only some threads of `b` come to the `else`
  help: the same call in two branches is two calls, and each needs all threads: write `b.sync()` once, where every thread comes by"
);

refuse!(
    r03_early_return,
    "#[group_kernel]
fn k(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let w = b.tiled_partition::<32>();
    let i = b.group_index().x * b.num_threads() + b.thread_rank();
    if i >= x.len() {
        return;
    }
    b.sync();
    y[i] = w.reduce(x[i], Plus);
}",
    "8: `b.sync()` is not reached by every thread of `b`
  note: line 4: `i` differs from thread to thread
  note: line 5: only some threads of `b` enter here
  note: line 6: they return here, the others go on
  help: do not return before the call: mask the work (`if .. { .. }`) so that all threads come to `b.sync()`
9: `w.reduce(x[i], Plus)` is not reached by every thread of `w`
  note: line 4: `i` differs from thread to thread
  note: line 5: only some threads of `w` enter here
  note: line 6: they return here, the others go on
  help: do not return before the call: mask the work (`if .. { .. }`) so that all threads come to `w.reduce(x[i], Plus)`"
);

refuse!(
    r04_varying_trip_count,
    "#[group_kernel]
fn k(b: ThreadBlock, data: &[u32]) {
    let w = b.tiled_partition::<32>();
    let mut i = b.thread_rank();
    while data[i] != 0 {
        i += 1;
        w.sync();
    }
}",
    "7: `w.sync()` is not reached by every thread of `w`
  note: line 4: `i` differs from thread to thread
  note: line 5: threads of `w` make different numbers of turns of this loop
  help: let all threads of `w` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    r05_collective_before_a_varying_exit,
    "#[group_kernel]
fn k(b: ThreadBlock) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    let mut k = 0;
    loop {
        w.sync();
        if r == k {
            break;
        }
        k += 1;
    }
}",
    "7: `w.sync()` is not reached by every thread of `w`
  note: line 4: `r` differs from thread to thread
  note: line 8: only some threads of `w` enter here
  note: line 9: they leave the loop here, the others go on
  help: let all threads of `w` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    r06_varying_bounds,
    "#[group_kernel]
fn k(b: ThreadBlock, n: usize) {
    let r = b.thread_rank();
    for _ in r..n {
        b.sync();
    }
}",
    "5: `b.sync()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: threads of `b` make different numbers of turns of this loop
  help: let all threads of `b` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    r07_equal_in_a_block_not_in_the_grid,
    "#[group_kernel]
fn k(grid: CooperativeGrid, lens: &[u32]) {
    for _ in 0..lens[grid.block_rank()] {
        grid.sync();
    }
}",
    "4: `grid.sync()` is not reached by every thread of `grid`
  note: line 3: `grid.block_rank()` differs from block to block
  note: line 3: threads of `grid` make different numbers of turns of this loop
  help: let all threads of `grid` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    r08_one_block_alone,
    "#[group_kernel]
fn k(grid: CooperativeGrid) {
    if grid.block_rank() == 0 {
        grid.sync();
    }
}",
    "4: `grid.sync()` is not reached by every thread of `grid`
  note: line 3: `grid.block_rank()` differs from block to block
  note: line 3: only some threads of `grid` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse!(
    r09_right_of_a_varying_and,
    "#[group_kernel]
fn k(b: ThreadBlock, n: usize, p: bool, y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    if r < n && w.any(p) {
        y[r] = 1;
    }
}",
    "5: `w.any(p)` is not reached by every thread of `w`
  note: line 4: `r` differs from thread to thread
  note: line 5: only some threads of `w` evaluate the right side of this `&&`
  help: call it before, `let found = w.any(p);`, and use `found` to the right of `&&`"
);

refuse!(
    r10_varying_match,
    "#[group_kernel]
fn k(b: ThreadBlock, kind: &[u32], x: u32, y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    let r = b.thread_rank();
    y[r] = match kind[r] {
        0 => w.reduce(x, Plus),
        _ => 0,
    };
}",
    "6: `w.reduce(x, Plus)` is not reached by every thread of `w`
  note: line 4: `r` differs from thread to thread
  note: line 5: only some threads of `w` take the same arm
  help: mask the work instead: `let v = if .. { .. } else { .. };` with a neutral value in the `else`, then `w.reduce(x, Plus)` for all threads of `w`"
);

refuse!(
    r11_constants_chosen_by_a_varying_condition,
    "#[group_kernel]
fn k(b: ThreadBlock) {
    let r = b.thread_rank();
    let x = if r < 3 { 1 } else { 2 };
    if x == 1 {
        b.sync();
    }
}",
    "6: `b.sync()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: only some threads of `b` enter here
  note: line 4: so `x` varies within `b`
  note: line 5: only some threads of `b` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse!(
    r12_plain_load_from_writable_memory,
    "#[group_kernel]
fn k(b: ThreadBlock) {
    let shared = b.shared::<[u32; 8]>();
    if shared[0] > 0 {
        b.sync();
    }
}",
    "5: `b.sync()` is not reached by every thread of `b`
  note: line 4: `shared[0]` is memory that the launch may write: threads may read different values
  note: line 4: only some threads of `b` enter here
  help: read it once for all threads: `b.load_uniform(&shared[0])` gives each the same value"
);

refuse!(
    r17_partition_in_a_branch,
    "#[group_kernel]
fn k(b: ThreadBlock, y: &mut [u32]) {
    let r = b.thread_rank();
    if r < 32 {
        let w = b.tiled_partition::<32>();
        y[r] = w.ballot(true);
    }
}",
    "5: `b.tiled_partition::<32>()` is not reached by every thread of `b`
  note: line 3: `r` differs from thread to thread
  note: line 4: only some threads of `b` enter here
  help: cut `b` before the branch: `let part = b.tiled_partition::<32>();`, and use `part` inside"
);

refuse!(
    r20_passing_a_group_in_a_branch,
    "#[device_fn]
fn block_sum(b: &ThreadBlock, x: f32) -> f32 {
    b.sync();
    x
}
#[group_kernel]
fn k(b: ThreadBlock, y: &mut [f32]) {
    let r = b.thread_rank();
    if r < 32 {
        y[r] = block_sum(&b, 1.0);
    }
}",
    "10: `block_sum(&b, 1.0)` is not reached by every thread of `b`
  note: line 8: `r` differs from thread to thread
  note: line 9: only some threads of `b` enter here
  note: passing `b` to a function is a call that all its threads must make
  help: make the call for all threads of `b`, and mask the work: pass a neutral value for those that have none"
);

refuse!(
    r27_inner_varying_loop,
    "#[group_kernel]
fn k(b: ThreadBlock, n: u32, lens: &[u32]) {
    let w = b.tiled_partition::<32>();
    for _ in 0..n {
        for _ in 0..lens[b.thread_rank()] {
            w.sync();
        }
        b.sync();
    }
}",
    "6: `w.sync()` is not reached by every thread of `w`
  note: line 5: `b.thread_rank()` differs from thread to thread
  note: line 5: threads of `w` make different numbers of turns of this loop
  help: let all threads of `w` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    r22_arriving_without_waiting,
    "#[group_kernel]
fn k(mut b: ThreadBlock) {
    b.arrive();
}
#[group_kernel]
fn l(mut b: ThreadBlock) {
    let t = b.arrive();
    b.sync();
    t.wait();
}",
    "3: a thread that has arrived must wait, and after `b.arrive()` not every way leads to a wait
  help: keep what it gives, `let arrival = b.arrive();`, and call `arrival.wait()` on every way
8: `b.sync()` stands between `b.arrive()` and its wait
  note: line 7: here the threads of the group arrive at its barrier
  help: wait first: `let arrival = ..;`, then `arrival.wait();`"
);
