//! R6: loops.

use crate::{accept, refuse, refuse_at};

accept!(
    loops_that_all_leave_together,
    "#[group_kernel]
    fn k(grid: CooperativeGrid, block: ThreadBlock, n: u32) {
        let mut i = 0;
        while i < n {
            grid.sync();
            i += 1;
        }
        loop {
            block.sync();
            i -= 1;
            if i == 0 {
                break;
            }
        }
        for j in (0..n).rev().step_by(2) {
            if j % 3 == 0 {
                continue;
            }
            grid.sync();
        }
        grid.sync();
    }"
);

accept!(
    a_varying_loop_is_over_when_all_have_left,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
        let r = block.thread_rank();
        let mut i = r;
        while x[i] != 0 {
            i += 1;
            if x[i] == 7 {
                break;
            }
            if x[i] == 3 {
                continue;
            }
            y[i] = 1;
        }
        block.sync();
        for i in block.stride(0..x.len()) {
            y[i] = 1;
        }
        block.sync();
    }"
);

accept!(
    a_warp_goes_on_until_none_has_work,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
        let w = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let mut left = x[r];
        while w.any(left > 0) {
            if left > 0 {
                left -= 1;
            }
            y[r] = w.ballot(left > 3);
        }
    }"
);

accept!(
    a_loop_of_each_warp_inside_one_of_the_block,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, x: &[u32]) {
        let w = block.tiled_partition::<32>();
        for i in 0..n {
            let mut turns = x[w.meta_group_rank()];
            loop {
                if turns == 0 {
                    break;
                }
                turns -= 1;
                w.sync();
            }
            block.sync();
            if i == 3 {
                block.sync();
            }
        }
    }"
);

accept!(
    labels_that_all_follow,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, m: u32) {
        'outer: for i in 0..n {
            for j in 0..m {
                if i * j == 12 {
                    continue 'outer;
                }
                if i * j == 13 {
                    break 'outer;
                }
                block.sync();
            }
            block.sync();
        }
        block.sync();
    }"
);

accept!(
    a_value_from_a_loop,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32) {
        let mut i = 0;
        let found = loop {
            i += 1;
            if i * i > n {
                break i;
            }
        };
        if found > 3 {
            block.sync();
        }
    }"
);

refuse!(
    a_break_of_some,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    for i in 0..n {
        w.sync();
        let done = x[r] == i;
        if done {
            break;
        }
    }
}",
    "6: `w.sync()` is not reached by every thread of `w`
  note: line 4: `r` differs from thread to thread
  note: line 7: so `done` varies within `w`
  note: line 8: only some threads of `w` enter here
  note: line 9: they leave the loop here, the others go on
  help: let all threads of `w` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    a_continue_of_some,
    "#[group_kernel]
fn k(block: ThreadBlock, n: usize) {
    let r = block.thread_rank();
    for i in 0..n {
        block.sync();
        if i == r {
            continue;
        }
        block.sync();
    }
    block.sync();
}",
    "9: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 6: only some threads of `block` enter here
  note: line 7: they go to the next turn here, the others go on
  help: let all threads of `block` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);

refuse!(
    variables_of_a_loop_that_some_left_earlier,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank() as u32;
    let mut i = 0;
    while i < r {
        i += 1;
    }
    block.sync();
    if i > n {
        block.sync();
    }
}",
    "10: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 5: threads of `block` make different numbers of turns of this loop
  note: line 5: so `i`, which is set there, varies within `block`
  note: line 9: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse_at!(
    a_first_value_given_in_a_loop,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let r = block.thread_rank();
    let turn;
    let mut i = 0;
    loop {
        i += 1;
        if x[r] == i {
            turn = i;
            break;
        }
    }
    if turn == 3 {
        block.sync();
    }
}",
    "14: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_value_that_some_break_with_earlier,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let r = block.thread_rank();
    let mut i = 0;
    let turn = loop {
        i += 1;
        if x[r] == i {
            break i;
        }
    };
    if turn == 3 {
        block.sync();
    }
    let one = loop {
        if x[r] == 0 {
            break 1;
        }
        break 2;
    };
    if one == 1 {
        block.sync();
    }
}",
    "12: `block.sync()` is not reached by every thread of `block`
     21: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_return_inside_a_loop,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let r = block.thread_rank();
    for i in 0..n {
        block.sync();
        if x[r] == i {
            return;
        }
    }
    block.sync();
}",
    "5: `block.sync()` is not reached by every thread of `block`
     10: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_continue_of_an_outer_loop,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let r = block.thread_rank();
    'outer: for i in 0..n {
        block.sync();
        for j in 0..n {
            if x[r] == j {
                continue 'outer;
            }
            block.sync();
        }
        block.sync();
    }
    block.sync();
}",
    "10: `block.sync()` is not reached by every thread of `block`
     12: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_break_of_an_outer_loop,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let r = block.thread_rank();
    'outer: for i in 0..n {
        block.sync();
        for j in 0..n {
            if x[r] == j {
                break 'outer;
            }
        }
        block.sync();
    }
    block.sync();
}",
    "5: `block.sync()` is not reached by every thread of `block`
     11: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    variation_that_needs_three_turns_to_arrive,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank() as u32;
    let (mut a, mut b, mut c) = (0, 0, 0);
    for _ in 0..n {
        if c == 1 {
            block.sync();
        }
        c = b;
        b = a;
        a = r;
    }
}",
    "7: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_condition_that_comes_to_vary,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank() as u32;
    let mut limit = n;
    let mut i = 0;
    while i < limit {
        block.sync();
        i += 1;
        if i == 3 {
            limit = r;
        }
    }
    block.sync();
}",
    "7: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_collective_in_the_condition,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    while w.any(x[r] > 0) && r < 3 {
    }
    while w.any(x[r] > 0) {
        w.sync();
    }
}",
    "5: `w.any(x[r] > 0)` is not reached by every thread of `w`"
);

refuse_at!(
    one_bad_loop_spoils_nothing_behind_it,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank() as u32;
    for _ in 0..n {
        for _ in 0..r {
            block.sync();
        }
        block.sync();
        for _ in 0..n {
            block.sync();
        }
    }
    block.sync();
}",
    "6: `block.sync()` is not reached by every thread of `block`"
);

refuse!(
    what_a_turn_leaves_depends_on_a_continue,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    let mut x = 0;
    for _ in 0..n {
        if r < 16 {
            x = 1;
            continue;
        }
        x = 2;
    }
    if x == 1 {
        block.sync();
    }
}",
    "13: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 6: only some threads of `block` enter here
  note: line 8: they go to the next turn here, the others go on
  note: line 8: so `x`, which is set there, varies within `block`
  note: line 12: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse!(
    a_loop_that_is_left_for_a_place_further_out,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let r = block.thread_rank();
    let n = 'out: loop {
        let mut i = 0;
        loop {
            i += 1;
            if i == r {
                break 'out 3;
            }
            if i > 10 {
                break 'out 4;
            }
        }
    };
    block.sync();
    if n == 3 {
        block.sync();
    }
    loop {
        if x[r] == 3 {
            return;
        }
    }
}",
    "18: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 8: only some threads of `block` enter here
  note: line 9: they leave the loop here, the others go on
  note: line 4: so `n` varies within `block`
  note: line 17: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse_at!(
    a_loop_that_nobody_leaves,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    if x[block.thread_rank()] == 3 {
        loop {
            if x[0] == 3 {
                continue;
            }
        }
    }
    block.sync();
}",
    "10: `block.sync()` is not reached by every thread of `block`"
);
