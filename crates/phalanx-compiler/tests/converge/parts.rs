//! R1, R8, R10, R11: groups cut by a label, closures, arguments that must be uniform, barriers in two steps.

use crate::{accept, refuse, refuse_at};

// Parts.

accept!(
    threads_of_a_part_agree_in_the_label,
    "#[derive(DeviceCopy)]
    struct Flags { a: bool, b: bool }
    #[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], flags: &[Flags], n: u32) {
        let warp = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let p = x[r] == 3;
        let same = p;
        let part = warp.binary_partition(p);
        if p {
            part.reduce(x[r], Plus);
        } else {
            part.sync();
        }
        if same {
            part.sync();
        }
        for i in 0..n {
            if i == 3 {
                part.sync();
                warp.sync();
            }
        }
        let key = x[r];
        let equal = warp.labeled_partition(key);
        if key == 3 && n > 4 {
            equal.sync();
        }
        let flag = flags[r];
        let agreed = warp.binary_partition(flag.a);
        if flag.a {
            agreed.sync();
        }
    }"
);

refuse_at!(
    and_in_nothing_else,
    "#[derive(DeviceCopy)]
struct Flags { a: bool, b: bool }
#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], flags: &[Flags]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let mut p = x[r] == 3;
    let pair = (p, r == 4);
    let part = warp.binary_partition(p);
    if pair.1 {
        part.sync();
    }
    if part.any(r == 3) {
        warp.sync();
    }
    if p {
        warp.sync();
    }
    p = r == 7;
    if p {
        part.sync();
    }
    let flag = flags[r];
    let agreed = warp.binary_partition(flag.a);
    if flag.b {
        agreed.sync();
    }
}",
    "11: `part.sync()` is not reached by every thread of `part`
     14: `warp.sync()` is not reached by every thread of `warp`
     17: `warp.sync()` is not reached by every thread of `warp`
     21: `part.sync()` is not reached by every thread of `part`
     26: `agreed.sync()` is not reached by every thread of `agreed`"
);

refuse!(
    a_part_is_cut_by_all_of_the_whole,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    if r < 3 {
        let part = warp.binary_partition(r == 1);
        part.sync();
    }
}",
    "6: `warp.binary_partition(r == 1)` is not reached by every thread of `warp`
  note: line 4: `r` differs from thread to thread
  note: line 5: only some threads of `warp` enter here
  help: cut `warp` before the branch: `let part = warp.binary_partition(r == 1);`, and use `part` inside"
);

refuse_at!(
    a_part_is_another_in_each_turn,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], n: u32) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let mut last = 0;
    for i in 0..n {
        let part = warp.binary_partition(x[r] == i);
        if last == 3 {
            part.sync();
        }
        last = part.reduce(x[r], Max);
        if last == 3 {
            part.sync();
        }
        let smaller = part.binary_partition(x[r] == 7);
        if last == 3 {
            smaller.sync();
        }
        if i == 4 {
            smaller.sync();
        }
    }
}",
    "9: `part.sync()` is not reached by every thread of `part`"
);

refuse_at!(
    a_part_of_threads_of_different_calls,
    "#[device_fn]
fn f<const N: usize>(x: u32) {
    let here = coalesced_threads();
    let part = here.binary_partition(x == 1);
    if N == 3 {
        part.sync();
    }
}",
    "6: `part.sync()` is not reached by every thread of `part`"
);

// What collectives give.

accept!(
    what_a_group_is_given_together,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], y: &[u32], flag: &mut u32, n: usize) {
        let warp = block.tiled_partition::<32>();
        let r = block.thread_rank();
        if block.broadcast(x[r], n) == 3 { block.sync(); }
        if block.load_uniform(flag) == 3 { block.sync(); }
        if block.load_uniform(&y[r]) == 3 { block.sync(); }
        if block.reduce(x[r], Max) == 3 { block.sync(); }
        if block.any(x[r] == 3) || block.all(x[r] == 4) { block.sync(); }
        if warp.match_all(x[r]) == 3 { warp.sync(); }
    }"
);

refuse!(
    what_a_group_is_not_given_together,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    if warp.inclusive_scan(x[r], Plus) == 3 {
        warp.sync();
    }
    if warp.exclusive_scan(x[r], Plus) == 3 {
        warp.sync();
    }
    if warp.match_any(x[r]) == 3 {
        warp.sync();
    }
    if warp.broadcast(x[r], 3) == 3 {
        block.sync();
    }
}",
    "6: `warp.sync()` is not reached by every thread of `warp`
  note: line 5: `warp.inclusive_scan(x[r], Plus)` differs from thread to thread
  note: line 5: only some threads of `warp` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
9: `warp.sync()` is not reached by every thread of `warp`
  note: line 8: `warp.exclusive_scan(x[r], Plus)` differs from thread to thread
  note: line 8: only some threads of `warp` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
12: `warp.sync()` is not reached by every thread of `warp`
  note: line 11: `warp.match_any(x[r])` differs from thread to thread
  note: line 11: only some threads of `warp` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
15: `block.sync()` is not reached by every thread of `block`
  note: line 14: `warp.broadcast(x[r], 3)` is the same for the group that was asked then, not for all of `block`
  note: line 14: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse!(
    arguments_that_must_be_uniform,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let r = block.thread_rank();
    if block.broadcast(x[r], r) == 3 {
        block.sync();
    }
}",
    "4: `r` is not the same for every thread of `block`, and `block.broadcast(x[r], r)` needs it to be
  note: line 3: `r` differs from thread to thread
  help: give all threads of `block` one value: a constant, a parameter of the kernel, or what a vote or a broadcast on `block` gave"
);

// Closures.

accept!(
    what_one_thread_does_for_all,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], y: &mut [u32], c: &[Atomic<u32>]) {
        let r = block.thread_rank();
        if x[r] == 3 {
            let here = coalesced_threads();
            let base = here.invoke_one_broadcast(|| c[0].fetch_add(here.num_threads() as u32, Relaxed));
            if base == 3 {
                here.sync();
            }
        }
        block.invoke_one(|| y[0] = 3);
        block.sync();
    }"
);

refuse!(
    a_closure_is_run_by_whom_nobody_knows,
    "#[group_kernel]
fn k(block: ThreadBlock, c: &[Atomic<u32>]) {
    let warp = block.tiled_partition::<32>();
    let mut x = 0;
    warp.invoke_one(|| {
        x = 1;
        warp.sync();
    });
    if x == 1 {
        warp.sync();
    }
}",
    "7: `warp.sync()` is not reached by every thread of `warp`
  note: line 5: a closure of a collective is run by one thread, nobody knows which
  help: call `warp.sync()` outside the closure
10: `warp.sync()` is not reached by every thread of `warp`
  note: line 5: a closure of a collective is run by one thread, nobody knows which
  note: line 5: so `x`, which is set there, varies within `warp`
  note: line 9: only some threads of `warp` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

// Barriers in two steps.

accept!(
    arriving_and_waiting,
    "#[group_kernel]
    fn k(mut block: ThreadBlock, mut grid: CooperativeGrid, x: &[u32], y: &mut [u32], n: u32) {
        let warp = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let arrival = block.arrive();
        let sum = warp.reduce(x[r], Plus);
        if sum == 3 {
            warp.sync();
        }
        arrival.wait();
        block.sync();
        for _ in 0..n {
            let arrival = grid.arrive();
            if x[r] == 3 {
                y[r] = 1;
            }
            arrival.wait();
        }
        let arrival = block.arrive();
        if n > 3 {
            arrival.wait();
        } else {
            y[r] = 3;
            arrival.wait();
        }
    }"
);

refuse!(
    waiting_on_some_ways_only,
    "#[group_kernel]
fn k(mut block: ThreadBlock, n: u32) {
    let arrival = block.arrive();
    if n > 3 {
        arrival.wait();
    }
}
#[group_kernel]
fn l(mut block: ThreadBlock, n: u32) {
    let arrival = block.arrive();
    if n > 3 {
        return;
    }
    arrival.wait();
}
#[group_kernel]
fn m(mut block: ThreadBlock, n: u32) {
    for i in 0..n {
        let arrival = block.arrive();
        if i == 3 {
            continue;
        }
        arrival.wait();
    }
}",
    "3: a thread that has arrived must wait, and after `block.arrive()` not every way leads to a wait
  help: keep what it gives, `let arrival = block.arrive();`, and call `arrival.wait()` on every way
10: a thread that has arrived must wait, and after `block.arrive()` not every way leads to a wait
  note: line 12: a way out of the function without one
  help: keep what it gives, `let arrival = block.arrive();`, and call `arrival.wait()` on every way
19: a thread that has arrived must wait, and after `block.arrive()` not every way leads to a wait
  help: keep what it gives, `let arrival = block.arrive();`, and call `arrival.wait()` on every way"
);

refuse!(
    calls_between_the_steps,
    "#[group_kernel]
fn k(mut block: ThreadBlock) {
    let arrival = block.arrive();
    block.sync();
    let warp = block.tiled_partition::<32>();
    arrival.wait();
    warp.sync();
}",
    "4: `block.sync()` stands between `block.arrive()` and its wait
  note: line 3: here the threads of the group arrive at its barrier
  help: wait first: `let arrival = ..;`, then `arrival.wait();`
5: `block.tiled_partition::<32>()` stands between `block.arrive()` and its wait
  note: line 3: here the threads of the group arrive at its barrier
  help: wait first: `let arrival = ..;`, then `arrival.wait();`"
);

refuse!(
    waiting_by_some_threads_only,
    "#[group_kernel]
fn k(mut block: ThreadBlock) {
    let r = block.thread_rank();
    let arrival = block.arrive();
    if r < 16 {
        arrival.wait();
    }
}",
    "6: `arrival.wait()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 5: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
4: a thread that has arrived must wait, and after `block.arrive()` not every way leads to a wait
  help: keep what it gives, `let arrival = block.arrive();`, and call `arrival.wait()` on every way"
);
