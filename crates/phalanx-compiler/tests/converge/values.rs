//! R2, R4: what values are equal over, and how assignment changes it.

use crate::{accept, refuse, refuse_at};

accept!(
    shapes_lengths_and_scalars,
    "#[group_kernel]
    fn k(grid: CooperativeGrid, block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32, f: f64) {
        let w = block.tiled_partition::<8>();
        if block.num_threads() == 32 && grid.num_threads() > 3 { grid.sync(); }
        if w.meta_group_size() == 4 && w.num_threads() == 8 { grid.sync(); }
        if block.dim_threads().x == grid.dim_blocks().y && grid.num_blocks() == 2 { grid.sync(); }
        if x.len() == y.len() || y.is_empty() { grid.sync(); }
        if (n as u32).count_ones() == 3 || f.sqrt() > 2.0 || n.min(4) == 2 { grid.sync(); }
        if u32::MAX as i32 == n { grid.sync(); }
    }"
);

accept!(
    fields_are_followed_one_by_one,
    "#[derive(DeviceCopy)]
    struct Range { start: usize, end: usize }
    #[group_kernel]
    fn k(block: ThreadBlock, n: usize, ranges: &[Range], given: Range) {
        let r = block.thread_rank();
        let mut pair = (n, r);
        if pair.0 == 3 { block.sync(); }
        pair.1 = 4;
        if pair.1 == 3 { block.sync(); }
        let range = Range { start: n, end: r };
        if range.start == 3 { block.sync(); }
        let Range { start, end } = range;
        if start == 3 { block.sync(); }
        let both = Range { end: n, ..range };
        if both.start + both.end == 3 { block.sync(); }
        if ranges[n].end + given.start == 3 { block.sync(); }
        let _ = end;
    }"
);

accept!(
    assignment_makes_a_variable_uniform_again,
    "#[group_kernel]
    fn k(block: ThreadBlock, n: u32) {
        let mut x = block.thread_rank() as u32;
        x = n;
        if x == 3 { block.sync(); }
        let mut a = [n; 4];
        a[1] = 7;
        a.swap(0, 1);
        if a[2] == 3 { block.sync(); }
        (x, a[0]) = (a[1], x);
        if x + a[0] == 3 { block.sync(); }
        let x;
        if n > 3 { x = 1; } else { x = 2; }
        if x == 1 { block.sync(); }
    }"
);

accept!(
    parts_of_read_only_memory,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], one: &u32, n: usize) {
        let part = &x[n..2 * n];
        if part[3] == 3 || part.len() == 4 { block.sync(); }
        if *one == 3 { block.sync(); }
        let third = &x[3];
        if *third == 3 { block.sync(); }
        if unsafe { *x.get_unchecked(n) } == 3 { block.sync(); }
    }"
);

accept!(
    what_a_collective_leaves_in_all_threads,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], f: &[f32]) {
        let w = block.tiled_partition::<32>();
        let r = block.thread_rank();
        if w.any(x[r] == 3) { w.sync(); }
        if w.all(x[r] == 3) { w.sync(); }
        if w.ballot(x[r] == 3) == 7 { w.sync(); }
        if w.reduce(x[r], Max) == 7 { w.sync(); }
        if w.reduce(f[r], Min) == 7.0 { w.sync(); }
        if w.shfl(x[r], 3) == 7 { w.sync(); }
        if w.shfl_xor(w.meta_group_rank(), 1) == 7 { w.sync(); }
        if w.shfl(block.group_index().x, r) == 7 { block.sync(); }
    }"
);

refuse_at!(
    ranks_and_indices,
    "#[group_kernel]
fn k(grid: CooperativeGrid, block: ThreadBlock, n: usize) {
    let w = block.tiled_partition::<32>();
    if grid.thread_rank() == n { w.sync(); }
    if block.thread_index().y == n { w.sync(); }
    if w.thread_rank() == n { w.sync(); }
    if grid.block_index().z == n { block.sync(); grid.sync(); }
    if w.meta_group_rank() == n { w.sync(); block.sync(); }
}",
    "4: `w.sync()` is not reached by every thread of `w`
     5: `w.sync()` is not reached by every thread of `w`
     6: `w.sync()` is not reached by every thread of `w`
     7: `grid.sync()` is not reached by every thread of `grid`
     8: `block.sync()` is not reached by every thread of `block`"
);

refuse!(
    reads_of_what_may_be_written,
    "#[group_kernel]
fn k(block: ThreadBlock, y: &mut [u32], one: &mut u32, c: &[Atomic<u32>], #[shared] buf: &mut [u32]) {
    if y[0] == 3 { block.sync(); }
    if *one == 3 { block.sync(); }
    if c[0].load(Relaxed) == 3 { block.sync(); }
    if c[0].fetch_add(1, Relaxed) == 3 { block.sync(); }
    if buf[0] == 3 { block.sync(); }
    let weak: &[u32] = y;
    if weak[0] == 3 { block.sync(); }
}",
    "3: `block.sync()` is not reached by every thread of `block`
  note: line 3: `y[0]` is memory that the launch may write: threads may read different values
  note: line 3: only some threads of `block` enter here
  help: read it once for all threads: `block.load_uniform(&y[0])` gives each the same value
4: `block.sync()` is not reached by every thread of `block`
  note: line 4: `*one` is memory that the launch may write: threads may read different values
  note: line 4: only some threads of `block` enter here
  help: read it once for all threads: `block.load_uniform(&*one)` gives each the same value
5: `block.sync()` is not reached by every thread of `block`
  note: line 5: `c[0].load(Relaxed)` may give each thread another value
  note: line 5: only some threads of `block` enter here
  help: let one thread do it, and give its value to all of `block` by a broadcast
6: `block.sync()` is not reached by every thread of `block`
  note: line 6: `c[0].fetch_add(1, Relaxed)` may give each thread another value
  note: line 6: only some threads of `block` enter here
  help: let one thread do it, and give its value to all of `block` by a broadcast
7: `block.sync()` is not reached by every thread of `block`
  note: line 7: `buf[0]` is memory that the launch may write: threads may read different values
  note: line 7: only some threads of `block` enter here
  help: read it once for all threads: `block.load_uniform(&buf[0])` gives each the same value
9: `block.sync()` is not reached by every thread of `block`
  note: line 9: `weak[0]` is memory that the launch may write: threads may read different values
  note: line 9: only some threads of `block` enter here
  help: read it once for all threads: `block.load_uniform(&weak[0])` gives each the same value"
);

refuse_at!(
    shuffles_of_what_varies,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let w = block.tiled_partition::<32>();
    let r = block.thread_rank();
    if w.shfl(x[r], r) == 7 { w.sync(); }
    if w.shfl_up(x[r], 1) == 7 { w.sync(); }
    if w.shfl_down(x[r], 1) == 7 { w.sync(); }
    if w.shfl_xor(x[r], 1) == 7 { w.sync(); }
    if w.any(x[r] == 3) { block.sync(); }
}",
    "5: `w.sync()` is not reached by every thread of `w`
     6: `w.sync()` is not reached by every thread of `w`
     7: `w.sync()` is not reached by every thread of `w`
     8: `w.sync()` is not reached by every thread of `w`
     9: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_varying_index_or_field,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], n: usize) {
    let r = block.thread_rank();
    if x[r] == 3 { block.sync(); }
    let pair = (n, r);
    if pair.1 == 3 { block.sync(); }
    let a = [1, 2, 3, 4];
    if a[r] == 3 { block.sync(); }
    let part = &x[r..];
    if part[0] == 3 { block.sync(); }
    if part.len() == 3 { block.sync(); }
    if unsafe { *x.get_unchecked(r) } == 3 { block.sync(); }
}",
    "4: `block.sync()` is not reached by every thread of `block`
     6: `block.sync()` is not reached by every thread of `block`
     8: `block.sync()` is not reached by every thread of `block`
     10: `block.sync()` is not reached by every thread of `block`
     11: `block.sync()` is not reached by every thread of `block`
     12: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    partial_writes_only_take_away,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank();
    let mut a = [n; 4];
    a[r] = 1;
    if a[0] == 3 { block.sync(); }
    a[0] = n;
    if a[0] == 3 { block.sync(); }
    let mut b = [n; 4];
    b[0] = r as u32;
    if b[1] == 3 { block.sync(); }
    let mut c = [n; 4];
    c.swap(0, r);
    if c[1] == 3 { block.sync(); }
    let mut d = [(n, n); 4];
    d[1].0 += r as u32;
    if d[0].1 == 3 { block.sync(); }
    let mut e = [n; 4];
    e[1..3].fill(r as u32);
    if e[0] == 3 { block.sync(); }
    let mut f = ([n; 4], n);
    f.0[r] = 3;
    if f.1 == 3 { block.sync(); }
    if f.0[0] == 3 { block.sync(); }
}",
    "6: `block.sync()` is not reached by every thread of `block`
     8: `block.sync()` is not reached by every thread of `block`
     11: `block.sync()` is not reached by every thread of `block`
     14: `block.sync()` is not reached by every thread of `block`
     17: `block.sync()` is not reached by every thread of `block`
     20: `block.sync()` is not reached by every thread of `block`
     24: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    a_local_changed_through_an_unchecked_reference,
    "#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let r = block.thread_rank() as u32;
    let mut b = [n; 4];
    unsafe { *b.get_unchecked_mut(1) = r };
    if b[1] == 3 { block.sync(); }
}",
    "6: `block.sync()` is not reached by every thread of `block`"
);

refuse!(
    a_local_that_a_function_may_change,
    "#[device_fn]
fn advance(state: &mut u32) -> u32 {
    *state += 1;
    *state
}
#[group_kernel]
fn k(block: ThreadBlock, n: u32) {
    let mut x = n;
    if x == 3 {
        block.sync();
    }
    let y = advance(&mut x);
    if x == 3 {
        block.sync();
    }
    if y == 3 {
        block.sync();
    }
    x = n;
    if x == 3 {
        block.sync();
    }
}",
    "14: `block.sync()` is not reached by every thread of `block`
  note: line 12: `x` is lent as `&mut`: it may hold another value in each thread afterwards
  note: line 13: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
17: `block.sync()` is not reached by every thread of `block`
  note: line 12: the function called in `advance(&mut x)` may give each thread another value
  note: line 12: so `y` varies within `block`
  note: line 16: only some threads of `block` enter here
  help: if the function gives all threads of `block` the same value, say so in its signature: `-> Uniform<ThreadBlock, ..>`"
);

refuse_at!(
    handles_that_differ,
    "#[group_kernel]
fn k(block: ThreadBlock, mut a: &[u32], mut b: &[u32]) {
    let r = block.thread_rank();
    if r < 16 {
        (a, b) = (b, a);
    }
    if a[0] == 3 { block.sync(); }
    if b.len() == 3 { block.sync(); }
}",
    "7: `block.sync()` is not reached by every thread of `block`
     8: `block.sync()` is not reached by every thread of `block`"
);

refuse_at!(
    shared_memory_of_a_type_of_another_item,
    "#[derive(DeviceCopy)]
struct State { flag: u32 }
#[group_kernel]
fn k(block: ThreadBlock) {
    let state = block.shared::<State>();
    state.flag = 1;
    if state.flag == 1 {
        block.sync();
    }
}",
    "8: `block.sync()` is not reached by every thread of `block`"
);

// Values in functions (R9).

refuse!(
    parameters_of_functions_vary,
    "#[device_fn]
fn f(block: &ThreadBlock, n: u32, x: &[u32]) {
    if n == 3 {
        block.sync();
    }
    if x[0] == 3 {
        block.sync();
    }
    if x.len() == 3 {
        block.sync();
    }
}",
    "4: `block.sync()` is not reached by every thread of `block`
  note: line 2: the parameter `n` may differ from thread to thread
  note: line 3: only some threads of `block` enter here
  help: if all threads of `block` pass the same value, say so in the signature: `n: Uniform<ThreadBlock, u32>`
7: `block.sync()` is not reached by every thread of `block`
  note: line 6: `x[0]` is read through a reference, and what it leads to may be written meanwhile
  note: line 6: only some threads of `block` enter here
  help: read it once for all threads: `block.load_uniform(&x[0])` gives each the same value
10: `block.sync()` is not reached by every thread of `block`
  note: line 2: the parameter `x` may differ from thread to thread
  note: line 9: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here"
);

accept!(
    sources_in_functions,
    "#[device_fn]
    fn f<const N: usize>(block: &ThreadBlock, tile: &ThreadBlockTile<N>) {
        if block.group_index().x == 3 && block.num_threads() > 64 {
            block.sync();
        }
        if tile.meta_group_rank() == 3 {
            tile.sync();
        }
        for i in 0..N {
            if i == 3 {
                block.sync();
            }
        }
    }"
);
