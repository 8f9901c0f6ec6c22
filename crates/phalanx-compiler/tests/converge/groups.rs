//! R8, R9: how groups are made, named, passed, and what is equal within those made on the way.

use crate::{accept, refuse, refuse_at};

// Names for groups.

accept!(
    a_group_by_other_names,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32) {
        let warp = block.tiled_partition::<32>();
        let same = warp;
        same.sync();
        if n > 3 {
            let again = same;
            again.sync();
        }
        block.tiled_partition::<8>().sync();
    }"
);

refuse_at!(
    a_group_by_other_names_in_a_branch,
    "#[group_kernel]
fn k(block: ThreadBlock) {
    let warp = block.tiled_partition::<32>();
    let same = warp;
    if block.thread_rank() < 16 {
        same.sync();
        let block = same;
        block.sync();
        block.tiled_partition::<8>().sync();
    }
}",
    "6: `same.sync()` is not reached by every thread of `same`
     8: `block.sync()` is not reached by every thread of `block`
     9: `block.tiled_partition::<8>()` is not reached by every thread of `block`"
);

accept!(
    shadowing_by_a_smaller_group,
    "#[group_kernel]
    fn k(block: ThreadBlock) {
        let warp = block.tiled_partition::<32>();
        if warp.meta_group_rank() == 0 {
            let block = warp;
            block.sync();
        }
    }"
);

/// Only a macro sees so little: a method of a type that stands in another item, by the name of a
/// collective.
#[test]
fn a_group_of_a_type_that_is_not_seen() {
    let source = "#[group_kernel]
fn k(block: ThreadBlock, other: Alias) {
    other.sync();
    let v = other.value();
}";
    let text = crate::verdict(source, crate::See::OneItem);
    assert_eq!(
        text,
        "3: which group `other` is cannot be seen here
  note: every collective must be known to be reached by all threads of its group
  help: name the group itself: a parameter, or a `let` of its own
"
    );
}

// Tiles.

accept!(
    tiles_of_one_size_are_one_group,
    "#[group_kernel]
    fn k(block: ThreadBlock, tile: ThreadBlockTile<32>, x: &[u32]) {
        let half = block.tiled_partition::<16>();
        let warp = block.tiled_partition::<32>();
        let other = tile.tiled_partition::<16>();
        if tile.any(x[block.thread_rank()] == 3) {
            warp.sync();
            half.sync();
            other.sync();
        }
        if half.all(x[block.thread_rank()] == 3) {
            other.sync();
        }
    }"
);

accept!(
    tiles_whose_size_the_variants_bound,
    "#[group_kernel(variants(N = [4, 8, 16]))]
    fn k<const N: usize>(block: ThreadBlock, tile: ThreadBlockTile<N>, x: &[u32]) {
        let warp = block.tiled_partition::<32>();
        let pair = block.tiled_partition::<2>();
        if warp.any(x[block.thread_rank()] == 3) {
            tile.sync();
        }
        if tile.any(x[block.thread_rank()] == 3) {
            pair.sync();
        }
    }"
);

refuse_at!(
    tiles_whose_size_is_not_known_to_be_smaller,
    "#[group_kernel(variants(N = [4, 8, 16]))]
fn k<const N: usize>(block: ThreadBlock, tile: ThreadBlockTile<N>, x: &[u32]) {
    let warp = block.tiled_partition::<32>();
    let eight = block.tiled_partition::<8>();
    if tile.any(x[block.thread_rank()] == 3) {
        eight.sync();
        warp.sync();
    }
}
#[device_fn]
fn f<const N: usize>(warp: &ThreadBlockTile<32>, tile: &ThreadBlockTile<N>, x: u32) {
    if warp.any(x == 3) {
        tile.sync();
    }
}",
    "13: `tile.sync()` is not reached by every thread of `tile`
     6: `eight.sync()` is not reached by every thread of `eight`
     7: `warp.sync()` is not reached by every thread of `warp`"
);

accept!(
    a_tile_of_a_generic_tile,
    "#[device_fn]
    fn f<const N: usize>(tile: &ThreadBlockTile<N>, x: u32) {
        let four = tile.tiled_partition::<4>();
        if tile.any(x == 3) {
            four.sync();
        }
    }"
);

// Groups of whoever is there.

accept!(
    coalesced_groups,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, x: &[u32], y: &mut [u32]) {
        let r = block.thread_rank();
        let warp = block.tiled_partition::<32>();
        let most = warp.reduce(x[r], Max);
        if x[r] == 3 {
            let here = coalesced_threads();
            if here.thread_rank() == 0 {
                y[r] = here.num_threads() as u32;
            }
            for _ in 0..n {
                here.sync();
            }
            if here.any(x[r] > 5) {
                here.sync();
            }
            if here.num_threads() > 3 && block.group_index().x > 4 && most > 3 {
                here.sync();
            }
        }
        let mut i = 0;
        while i < x[r] {
            let here = coalesced_threads();
            i += here.reduce(1, Plus);
        }
    }"
);

refuse!(
    threads_in_different_turns_may_meet,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let r = block.thread_rank();
    for i in 0..n {
        if x[r] == i {
            continue;
        }
        let here = coalesced_threads();
        if i == 3 {
            here.sync();
        }
    }
}",
    "10: `here.sync()` is not reached by every thread of `here`
  note: line 4: `i` belongs to a turn of a loop, and `coalesced_threads()` may bring together threads in different turns
  note: line 9: only some threads of `here` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

refuse_at!(
    constants_of_different_turns,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let r = block.thread_rank();
    let mut first = 1;
    for i in 0..n {
        if x[r] == i {
            continue;
        }
        let here = coalesced_threads();
        if first == 1 {
            here.sync();
        }
        first = 0;
    }
    let here = coalesced_threads();
    if first == 1 {
        here.sync();
    }
}",
    "11: `here.sync()` is not reached by every thread of `here`
     17: `here.sync()` is not reached by every thread of `here`"
);

refuse_at!(
    constants_of_turns_that_all_make,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let mut first = 1;
    for _ in 0..n {
        let here = coalesced_threads();
        if first == 1 {
            here.sync();
        }
        first = 0;
    }
}",
    "7: `here.sync()` is not reached by every thread of `here`"
);

refuse!(
    what_one_group_agreed_on_another_may_not,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let r = block.thread_rank();
    let mut last = 0;
    while x[r] > last {
        let here = coalesced_threads();
        if last == 3 {
            here.sync();
        }
        last = here.reduce(x[r], Min);
        if last == 3 {
            here.sync();
        }
    }
}",
    "8: `here.sync()` is not reached by every thread of `here`
  note: line 10: `here.reduce(x[r], Min)` is the same for the group that was asked then, not for all of `here`
  note: line 10: so `last` varies within `here`
  note: line 7: only some threads of `here` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

accept!(
    what_the_warp_agreed_on_since_it_met,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, x: &[u32]) {
        let warp = block.tiled_partition::<32>();
        let r = block.thread_rank();
        for i in 0..n {
            let most = warp.reduce(x[r], Max);
            let here = coalesced_threads();
            if most == 3 && i > 2 {
                here.sync();
            }
            if warp.any(x[r] == 7) {
                here.sync();
            }
        }
    }
    #[device_fn]
    fn f<const N: usize>(warp: &ThreadBlockTile<32>, x: u32) {
        let most = warp.reduce(x, Max);
        let here = coalesced_threads();
        let part = here.binary_partition(x == 3);
        if most == 3 {
            here.sync();
        }
        if N == 3 {
            part.sync();
        }
        if warp.meta_group_size() == 3 {
            here.sync();
        }
        if warp.meta_group_rank() == 3 {
            here.sync();
        }
    }"
);

refuse_at!(
    in_step_on_some_ways_only,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let mut i = 0;
    while i < 3 {
        i += 1;
        let here = coalesced_threads();
        if n == 3 {
            block.sync();
        }
        for _ in 0..i {
            here.sync();
        }
    }
    for j in 0..n {
        let here = coalesced_threads();
        let met = n > 3 && block.any(x[block.thread_rank()] == 3);
        if j == 3 {
            here.sync();
        }
        let mut m = n;
        while m > 0 {
            block.sync();
            m -= 1;
        }
        if j == 3 {
            here.sync();
        }
    }
}",
    "11: `here.sync()` is not reached by every thread of `here`
     18: `here.sync()` is not reached by every thread of `here`
     26: `here.sync()` is not reached by every thread of `here`"
);

refuse_at!(
    what_the_warp_agreed_on_before_turns_mixed,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32, x: &[u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    for i in 0..n {
        let most = warp.reduce(x[r], Max);
        for j in 0..most {
            let here = coalesced_threads();
            if most == 3 {
                here.sync();
            }
            if j == 3 {
                here.sync();
            }
        }
    }
    for i in 0..n {
        let here = coalesced_threads();
        if i == 3 {
            here.sync();
        }
    }
}
#[device_fn]
fn f<const N: usize>(warp: &ThreadBlockTile<32>, x: u32) {
    let here = coalesced_threads();
    let most = warp.reduce(x, Max);
    if N == 3 {
        here.sync();
    }
    let eight = warp.tiled_partition::<8>();
    if eight.any(x == 3) {
        here.sync();
    }
}",
    "33: `here.sync()` is not reached by every thread of `here`
     10: `here.sync()` is not reached by every thread of `here`
     13: `here.sync()` is not reached by every thread of `here`
     20: `here.sync()` is not reached by every thread of `here`"
);

refuse_at!(
    a_coalesced_group_that_splits,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let here = coalesced_threads();
    let r = block.thread_rank();
    if x[r] == 3 {
        here.sync();
    }
    let warp = block.tiled_partition::<32>();
    if here.any(x[r] == 3) {
        warp.sync();
    }
}",
    "6: `here.sync()` is not reached by every thread of `here`
     10: `warp.sync()` is not reached by every thread of `warp`"
);

// Functions.

accept!(
    functions_called_by_whole_groups,
    "#[device_fn]
    fn of_warp(warp: &ThreadBlockTile<32>, v: u32) -> u32 {
        if v == 0 {
            return warp.thread_rank() as u32;
        }
        v
    }
    #[device_fn]
    fn of_any<G: Group>(group: &G) -> usize {
        group.thread_rank()
    }
    #[device_fn]
    fn of_thread(v: u32) -> u32 {
        v + 1
    }
    #[device_fn]
    fn of_grid(grid: &Grid) -> usize {
        grid.thread_rank()
    }
    #[group_kernel]
    fn k(grid: Grid, block: ThreadBlock, y: &mut [u32]) {
        let warp = block.tiled_partition::<32>();
        let r = of_any(&block);
        y[r] = of_warp(&warp, of_thread(y[r]));
        if r < 3 {
            y[r] = of_thread(y[r]);
            y[of_grid(&grid)] = 1;
        }
        if warp.meta_group_rank() == 0 {
            of_warp(&warp, 3);
        }
        block.sync();
    }"
);

refuse_at!(
    functions_called_by_parts_of_groups,
    "#[device_fn]
fn of_warp(warp: &ThreadBlockTile<32>, v: u32) -> u32 {
    v
}
#[device_fn]
fn of_any<G: Group>(group: &G) -> usize {
    group.thread_rank()
}
#[group_kernel]
fn k(grid: CooperativeGrid, block: ThreadBlock, y: &mut [u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    if r < 3 {
        of_any(&warp);
        y[r] = of_warp(&warp, 3);
    }
    if y[r] == 3 && of_any(&block) == 3 {
    }
    if grid.block_rank() == 0 {
        of_any(&grid);
        of_any(&block);
    }
}",
    "14: `of_any(&warp)` is not reached by every thread of `warp`
     15: `of_warp(&warp, 3)` is not reached by every thread of `warp`
     17: `of_any(&block)` is not reached by every thread of `block`
     20: `of_any(&grid)` is not reached by every thread of `grid`"
);

refuse_at!(
    results_of_functions_vary,
    "#[device_fn]
fn of_warp(warp: &ThreadBlockTile<32>, v: u32) -> u32 {
    warp.reduce(v, Plus)
}
#[group_kernel]
fn k(block: ThreadBlock) {
    let warp = block.tiled_partition::<32>();
    if of_warp(&warp, 3) == 3 {
        warp.sync();
    }
}",
    "9: `warp.sync()` is not reached by every thread of `warp`"
);

refuse_at!(
    inside_functions_only_what_was_passed_is_whole,
    "#[device_fn]
fn f<G: Barrier>(g: &G, warp: &ThreadBlockTile<32>, here: &CoalescedGroup, x: u32) {
    g.sync();
    warp.sync();
    here.sync();
    if here.any(x == 3) {
        here.sync();
        warp.sync();
    }
    if warp.any(x == 3) {
        warp.sync();
        g.sync();
        here.sync();
    }
    if x == 3 {
        return;
    }
    g.sync();
}",
    "8: `warp.sync()` is not reached by every thread of `warp`
     12: `g.sync()` is not reached by every thread of `g`
     13: `here.sync()` is not reached by every thread of `here`
     18: `g.sync()` is not reached by every thread of `g`"
);

accept!(
    generic_groups_are_inside_the_block_if_they_cannot_be_the_grid,
    "#[device_fn]
    fn f<G: Reduce>(g: &G, block: &ThreadBlock, x: f32) -> f32 {
        if block.group_index().x == 3 {
            return g.reduce(x, Plus);
        }
        0.0
    }"
);

refuse_at!(
    generic_groups_that_may_be_the_grid,
    "#[device_fn]
fn f<G: Barrier>(g: &G, block: &ThreadBlock) {
    if block.group_index().x == 3 {
        g.sync();
    }
}",
    "4: `g.sync()` is not reached by every thread of `g`"
);

/// In a whole crate there is no such function, which the types stage says.
#[test]
fn by_full_path() {
    let source = "#[group_kernel]
fn k(block: ThreadBlock) {
    if block.thread_rank() < 3 {
        Collectives::sync(&block);
    }
}";
    let text = crate::verdict(source, crate::See::OneItem);
    assert!(
        text.starts_with(
            "4: `Collectives::sync(&block)` is not reached by every thread of `block`"
        ),
        "{text}"
    );
}

// Threads in different turns must not wait for each other in two groups at once.

refuse!(
    a_call_on_an_older_group_between,
    "#[group_kernel]
fn k(mut block: ThreadBlock, n: u32, y: &mut [u32]) {
    for i in 0..n {
        let here = coalesced_threads();
        if i != 1 {
            block.sync();
        }
        y[0] = here.shfl(i, 0);
    }
}",
    "8: `here.shfl(i, 0)` may wait for threads of `here` that wait for others elsewhere
  note: line 4: `coalesced_threads()` takes whoever is there, perhaps threads in different turns of a loop
  note: line 6: in `block.sync()` some of them may wait for threads that are elsewhere in their own turn
  help: call it before `block.sync()`, or take a new group with `coalesced_threads()` behind it"
);

refuse!(
    an_older_group_passed_with_a_younger,
    "#[device_fn]
fn both(block: &ThreadBlock, here: &CoalescedGroup) {
    block.sync();
    here.sync();
}
#[device_fn]
fn f(block: &ThreadBlock) {
    let here = coalesced_threads();
    both(block, &here);
}",
    "9: `both(block, &here)` may wait for threads of `here` that wait for others elsewhere
  note: line 8: `coalesced_threads()` takes whoever is there, perhaps threads in different turns of a loop or calls of this function
  note: line 9: in `both(block, &here)` some of them may wait for threads that are elsewhere in their own turn
  help: pass `here` alone, or the other groups: the function may ask both"
);

refuse_at!(
    every_way_to_an_older_group_and_back,
    "#[device_fn]
fn meet(block: &ThreadBlock, n: Uniform<ThreadBlock, u32>) {
    if n != 1 {
        block.sync();
    }
}
#[group_kernel]
fn k(mut block: ThreadBlock, n: u32, flag: &[u32]) {
    let eight = block.tiled_partition::<8>();
    for i in 0..n {
        let here = coalesced_threads();
        let part = here.binary_partition(flag[0] == i);
        meet(&block, i);
        here.sync();
        part.sync();
    }
    for i in 0..n {
        let here = coalesced_threads();
        if i != 1 {
            let token = block.arrive();
            token.wait();
        }
        here.sync();
    }
    for _ in 0..n {
        let here = coalesced_threads();
        eight.sync();
        here.sync();
    }
    for i in 0..n {
        let here = coalesced_threads();
        while flag[i as usize] == n {
            here.sync();
            block.sync();
        }
    }
    for _ in 0..n {
        let here = coalesced_threads();
        let younger = coalesced_threads();
        here.sync();
        younger.sync();
    }
    for i in 0..n {
        if i != 1 {
            block.sync();
        }
        let here = coalesced_threads();
        if i != 2 {
            block.sync();
        }
        here.sync();
    }
    for i in 0..n {
        block.sync();
        for _ in 0..i {
            let here = coalesced_threads();
            meet(&block, i);
            here.sync();
        }
    }
    for i in 0..n {
        let here = coalesced_threads();
        block.invoke_one(|| {});
        meet(&block, i);
        here.sync();
    }
}",
    "14: `here.sync()` may wait for threads of `here` that wait for others elsewhere
     15: `part.sync()` may wait for threads of `part` that wait for others elsewhere
     23: `here.sync()` may wait for threads of `here` that wait for others elsewhere
     28: `here.sync()` may wait for threads of `here` that wait for others elsewhere
     33: `here.sync()` is not reached by every thread of `here`
     41: `younger.sync()` may wait for threads of `younger` that wait for others elsewhere
     51: `here.sync()` may wait for threads of `here` that wait for others elsewhere
     58: `here.sync()` may wait for threads of `here` that wait for others elsewhere
     65: `here.sync()` may wait for threads of `here` that wait for others elsewhere"
);

accept!(
    groups_whose_threads_are_in_step,
    "#[device_fn]
    fn meet(block: &ThreadBlock, n: Uniform<ThreadBlock, u32>) {
        let here = coalesced_threads();
        block.sync();
        if n != 1 {
            block.sync();
        }
        here.sync();
    }
    #[group_kernel]
    fn k(mut block: ThreadBlock, n: u32, x: &[u32]) {
        let warp = block.tiled_partition::<32>();
        for i in 0..n {
            let here = coalesced_threads();
            warp.sync();
            meet(&block, i);
            here.sync();
        }
        for i in 0..n {
            if i > 3 {
                warp.any(x[block.thread_rank()] == 3);
            } else {
                block.sync();
            }
            for _ in 0..2 {
                meet(&block, i);
            }
            if x[block.thread_rank()] == i {
                let here = coalesced_threads();
                here.sync();
            }
            let here = coalesced_threads();
            if i != 1 {
                block.sync();
            }
            here.sync();
        }
        for _ in 0..n {
            let here = coalesced_threads();
            let token = block.arrive();
            here.sync();
            token.wait();
            here.sync();
        }
    }"
);

accept!(
    older_groups_around_younger_ones,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32, x: &[u32]) {
        let once = coalesced_threads();
        block.sync();
        once.sync();
        for i in 0..n {
            block.sync();
            once.sync();
            let here = coalesced_threads();
            let part = here.labeled_partition(x[0] + i);
            here.sync();
            part.sync();
            here.sync();
            if x[block.thread_rank()] == 3 {
                let younger = coalesced_threads();
                younger.sync();
            }
            here.sync();
            block.sync();
            let here = coalesced_threads();
            here.sync();
            part.thread_rank();
        }
    }"
);

refuse!(
    threads_in_different_calls_may_meet,
    "#[device_fn]
fn f<const N: usize>(g: &ThreadBlockTile<32>) {
    let here = coalesced_threads();
    if g.meta_group_size() >= 22 {
        here.sync();
    }
    while N > 3 {
        here.sync();
    }
}",
    "5: `here.sync()` is not reached by every thread of `here`
  note: line 4: `g.meta_group_size()` belongs to a call of this function, and `coalesced_threads()` may bring together threads in different calls
  note: line 4: only some threads of `here` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
8: `here.sync()` is not reached by every thread of `here`
  note: line 7: `N` belongs to a call of this function, and `coalesced_threads()` may bring together threads in different calls
  note: line 7: threads of `here` make different numbers of turns of this loop
  help: let all threads of `here` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
);
