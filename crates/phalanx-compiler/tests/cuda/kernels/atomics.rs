#[group_kernel]
pub fn atomics(grid: Grid, a: &[Atomic<u32>], b: &Atomic<i64>, c: &Atomic<f64>, n: &Atomic<usize>, y: &mut [u32]) {
    let i = grid.thread_rank();
    y[i] = a[i].load(Acquire) + a[i].swap(3, AcqRel) + a[0].compare_and_swap(1, 2, SeqCst);
    a[i].store(y[i], Release);
    a[i].fetch_and(7, Relaxed);
    a[i].fetch_or(1, Relaxed);
    a[i].fetch_xor(2, Relaxed);
    b.fetch_min(-4, Relaxed);
    b.fetch_sub(1, Relaxed);
    c.fetch_add(0.5, Relaxed);
    c.fetch_max(2.0, Relaxed);
    let slot = n.fetch_add(1, Relaxed);
    while a[slot].load(Relaxed) == 0 {}
}
