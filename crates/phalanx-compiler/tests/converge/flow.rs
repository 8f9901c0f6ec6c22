//! R1, R3, R5, R7, R10: branches, lazy operators, `match`, panics and early returns.

use crate::{accept, refuse, refuse_at};

// R5: branches.

accept!(
    branches_of_uniform_conditions_nest,
    "#[group_kernel]
    fn k(grid: CooperativeGrid, block: ThreadBlock, n: u32) {
        let w = block.tiled_partition::<32>();
        if n > 3 {
            grid.sync();
            if grid.block_rank() == 0 {
                block.sync();
                if w.meta_group_rank() == 2 {
                    w.sync();
                } else {
                    w.sync();
                }
                block.sync();
            }
            grid.sync();
        }
        grid.sync();
    }"
);

accept!(
    a_varying_branch_without_exits_leaves_no_trace,
    "#[group_kernel]
    fn k(block: ThreadBlock, y: &mut [u32]) {
        let r = block.thread_rank();
        let mut x = 0;
        if r < 16 {
            x = 1;
            if r < 8 {
                x = 2;
            }
        } else if r == 20 {
            x = 3;
        }
        block.sync();
        y[r] = x;
    }"
);

accept!(
    what_a_varying_branch_does_not_touch_stays,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32) {
        let r = block.thread_rank();
        let (mut a, mut b) = (n, n);
        if r < 16 {
            a = 0;
        }
        if b > 3 {
            block.sync();
        }
        b += 1;
        if b > 3 {
            block.sync();
        }
    }"
);

refuse!(
    a_variable_set_in_a_varying_branch_varies,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let r = block.thread_rank();
    let mut x = 0;
    if r < 16 {
        x = 1;
    }
    if x == 0 {
        block.sync();
    }
}",
    "9: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 5: only some threads of `block` enter here
  note: line 5: so `x`, which is set there, varies within `block`
  note: line 8: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse_at!(
    both_branches_and_all_after_them,
    "#[group_kernel]
fn k(block: ThreadBlock, n: usize) {
    let w = block.tiled_partition::<32>();
    if block.thread_rank() < n {
        w.sync();
        if n > 3 {
            block.sync();
        }
    } else if n > 5 {
        w.sync();
    } else {
        block.sync();
    }
    block.sync();
}",
    "5: `w.sync()` is not reached by every thread of `w`
     7: `block.sync()` is not reached by every thread of `block`
     10: `w.sync()` is not reached by every thread of `w`
     12: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_smaller_group_says_nothing_of_a_larger_one,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let half = block.tiled_partition::<16>();
    let w = block.tiled_partition::<32>();
    if half.meta_group_rank() == 0 {
        half.sync();
        w.sync();
    }
    if w.any(block.thread_rank() == 3) {
        half.sync();
        w.sync();
        block.sync();
    }
}",
    "7: `w.sync()` is not reached by every thread of `w`
     12: `block.sync()` is not reached by every thread of `block`"
);

// R3: lazy operators.

accept!(
    lazy_operators_on_what_is_uniform,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, x: &[u32], y: &mut [bool]) {
        let w = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let a = n > 3 && w.any(x[r] == 0);
        let b = a || w.all(x[r] == 1);
        y[r] = r < 3 && b;
        if a && b {
            w.sync();
        }
    }"
);

refuse!(
    lazy_or,
    "#[group_kernel]
fn k(block: ThreadBlock, y: &mut [bool]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    y[r] = y[r] || w.all(r == 1);
}",
    "5: `w.all(r == 1)` is not reached by every thread of `w`
  note: line 5: `y[r]` is memory that the launch may write: threads may read different values
  note: line 5: only some threads of `w` evaluate the right side of this `||`
  help: read it once for all threads: `w.load_uniform(&y[r])` gives each the same value"
);

refuse_at!(
    lazy_operators_nest_and_assign,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let mut x = 0;
    let c = r < 3 && { x = 1; true } && n > 2;
    if x == 0 {
        w.sync();
    }
    if c {
        w.sync();
    }
    if n > 2 && (r == 0 || w.any(true)) {
        w.sync();
    }
}",
    "8: `w.sync()` is not reached by every thread of `w`
     11: `w.sync()` is not reached by every thread of `w`
     13: `w.any(true)` is not reached by every thread of `w`
     14: `w.sync()` is not reached by every thread of `w`"
);

// `match`.

accept!(
    a_match_asks_only_for_what_its_patterns_test,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32) {
        let r = block.thread_rank();
        match (r, n) {
            (_, 0) => block.sync(),
            (x, 1..=3) => {
                block.sync();
                let _ = x;
            }
            _ => block.sync(),
        }
        match r {
            one => {
                block.sync();
                let _ = one;
            }
        }
        let small = match r {
            0 | 1 => true,
            _ => false,
        };
        block.sync();
        let _ = small;
    }"
);

accept!(
    guards_that_are_uniform,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, m: u32) {
        let w = block.tiled_partition::<32>();
        match n {
            0 if m > 3 => block.sync(),
            0 | 1 if w.meta_group_rank() == 0 => w.sync(),
            _ => w.sync(),
        }
        block.sync();
    }"
);

accept!(
    an_enum_of_the_launch,
    "#[derive(DeviceCopy)]
    enum Mode { Once, Twice }
    #[group_kernel]
    fn k(block: ThreadBlock, mode: Mode) {
        match mode {
            Mode::Once => block.sync(),
            Mode::Twice => {
                block.sync();
                block.sync();
            }
        }
    }"
);

refuse!(
    a_varying_guard,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    match n {
        0 if r < 16 => {}
        0 => block.sync(),
        _ => block.sync(),
    }
}",
    "6: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 5: only some threads of `block` pass this guard
  help: move the call out of the branch, or synchronise a group that is whole here
7: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 5: only some threads of `block` pass this guard
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse_at!(
    values_chosen_by_a_guard,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    let mut y = 0;
    let x = match n {
        0 if r < 16 => {
            y = 1;
            1
        }
        _ => 2,
    };
    if x == 1 {
        block.sync();
    }
    if y == 1 {
        block.sync();
    }
}",
    "13: `block.sync()` is not reached by every thread of `block`
     16: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_collective_in_a_guard,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    match r {
        0 => {}
        1 if w.any(true) => {}
        _ => {}
    }
    match r {
        _ if w.any(true) => w.sync(),
        _ => w.sync(),
    }
}",
    "7: `w.any(true)` is not reached by every thread of `w`"
);

refuse_at!(
    later_arms_know_that_earlier_ones_did_not_fit,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    match (r, n) {
        (_, 0) => block.sync(),
        (3, _) => {}
        (_, 1) => block.sync(),
        _ => block.sync(),
    }
}",
    "7: `block.sync()` is not reached by every thread of `block`
     8: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    what_a_pattern_binds_differs_by_alternative,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    let x = match (r as u32, n) {
        (0, y) => y,
        (y, _) => y,
    };
    if x == 1 {
        block.sync();
    }
    match (n, r as u32) {
        (1, _) => {}
        (a, _) => if a == 1 { block.sync() },
    }
    match (n, n, r as u32) {
        (a, _, 0) | (_, a, _) => if a == 1 { block.sync() },
    }
}",
    "9: `block.sync()` is not reached by every thread of `block`
     16: `block.sync()` is not reached by every thread of `block`"
);

// R7: early returns.

accept!(
    an_early_return_of_all,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: usize) {
        if n < 3 {
            return;
        }
        block.sync();
        if block.group_index().x >= n {
            return;
        }
        block.sync();
    }"
);

accept!(
    a_return_after_the_last_collective,
    "#[group_kernel]
    fn k(block: ThreadBlock, y: &mut [u32]) {
        let r = block.thread_rank();
        block.sync();
        if r >= y.len() {
            return;
        }
        y[r] = 1;
    }"
);

accept!(
    a_coalesced_group_behind_a_return,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, y: &mut [u32]) {
        let r = block.thread_rank();
        if r >= y.len() {
            return;
        }
        let here = coalesced_threads();
        if n > 3 {
            y[r] = here.reduce(1, Plus);
        }
    }"
);

refuse!(
    a_return_in_a_branch_of_a_branch,
    "#[group_kernel]
fn k(grid: CooperativeGrid, block: ThreadBlock, n: usize) {
    if n > 3 {
        if grid.block_rank() >= n {
            return;
        }
        block.sync();
    }
    block.sync();
    grid.sync();
}",
    "10: `grid.sync()` is not reached by every thread of `grid`
  note: line 4: `grid.block_rank()` differs from block to block
  note: line 4: only some threads of `grid` enter here
  note: line 5: they return here, the others go on
  help: do not return before the call: mask the work (`if .. { .. }`) so that all threads come to `grid.sync()`"
);

refuse_at!(
    a_return_in_an_expression,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let v = if r < x.len() { x[r] } else { return };
    y[r] = w.reduce(v, Plus);
    y[r] = w.reduce(match v { 0 => return, v => v }, Plus);
}",
    "6: `w.reduce(v, Plus)` is not reached by every thread of `w`
     7: `w.reduce(match .., Plus)` is not reached by every thread of `w`"
);

refuse_at!(
    a_return_in_an_argument,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    w.ballot(r < 3 && { if r == 7 { return; } true });
}",
    "5: `w.ballot(r < 3 && { .. })` is not reached by every thread of `w`"
);

// Panics are not exits.

accept!(
    panics_end_the_launch,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], n: usize) {
        let r = block.thread_rank();
        assert!(r < n, \"rank {r} of {}\", n);
        debug_assert!(x[r] != 0);
        if x[r] == 3 {
            panic!(\"three\");
        }
        let v = match x[r] {
            0 => unreachable!(),
            v => v,
        };
        assert_ne!(v, 7);
        block.sync();
    }"
);

refuse_at!(
    the_message_is_made_by_those_that_fail,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    assert!(x[r] < 3, \"{}\", w.ballot(true));
    assert!(w.all(x[r] < 3), \"{}\", w.ballot(x[r] == 0));
    if r == 0 {
        panic!(\"{}\", w.ballot(true));
    }
}",
    "5: `w.ballot(true)` is not reached by every thread of `w`
     8: `w.ballot(true)` is not reached by every thread of `w`"
);

refuse_at!(
    behind_a_branch_in_which_some_never_end,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    if block.thread_rank() == 0 {
        loop {}
    }
    block.sync();
}",
    "6: `block.sync()` is not reached by every thread of `block`"
);

accept!(
    code_that_is_never_reached_is_not_asked,
    "#[group_kernel]
    fn k(block: ThreadBlock) {
        if block.thread_rank() == 0 {
            return;
        } else {
            return;
        }
        block.sync();
    }"
);
