/// Sums `v` over any group that can reduce; every thread of `g` must call it.
#[device_fn]
fn group_sum<G: Reduce>(g: &G, v: f32) -> f32 {
    g.reduce(v, Plus)
}

/// Adds up `x`.
#[group_kernel]
pub fn total(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
    let warp = block.tiled_partition::<32>();
    let i = block.group_index().x * block.num_threads() + block.thread_rank();
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = group_sum(&warp, v);
    if warp.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}
