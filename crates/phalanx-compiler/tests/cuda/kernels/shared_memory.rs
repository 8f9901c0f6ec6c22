const SLOTS: usize = 32;

/// Called by several instances: one object a block for each place and type.
#[device_fn]
fn publish<T: Number>(block: &ThreadBlock, v: T) -> T {
    let slot = block.shared::<[T; 4]>();
    if block.thread_rank() == 0 {
        slot[0] = v;
    }
    block.sync();
    slot[0]
}

#[device_fn]
fn block_sum(block: &ThreadBlock, v: f32) -> f32 {
    let warp = block.tiled_partition::<32>();
    let partial = block.shared::<[f32; SLOTS]>();
    let mut sum = warp.reduce(v, Plus);
    if warp.thread_rank() == 0 {
        partial[warp.meta_group_rank()] = sum;
    }
    block.sync();
    if warp.meta_group_rank() == 0 {
        let slot = if warp.thread_rank() < warp.meta_group_size() { partial[warp.thread_rank()] } else { 0.0 };
        sum = warp.reduce(slot, Plus);
    }
    sum
}

#[group_kernel]
pub fn shared_memory(
    grid: Grid,
    block: ThreadBlock,
    #[shared] first: &mut [u8],
    #[shared] second: &mut [u64],
    x: &[f32],
    y: &mut [f32],
) {
    let bins = block.shared::<[Atomic<u32>; 16]>();
    let count = block.shared::<Atomic<u32>>();
    let flag = block.shared::<bool>();
    for bin in block.stride(0..16) {
        bins[bin].store(0, Relaxed);
    }
    if block.thread_rank() == 0 {
        count.store(0, Relaxed);
        *flag = true;
    }
    block.sync();
    first[block.thread_rank()] = 1;
    second[block.thread_rank()] = first.len() as u64;
    bins[block.thread_rank() % 16].fetch_add(1, Relaxed);
    count.fetch_max(3, AcqRel);
    let total = block_sum(&block, x[grid.thread_rank()]);
    let low = publish(&block, total) + publish(&block, 2u32) as f32;
    if *flag && !bins.is_empty() {
        y[grid.block_rank()] = low + bins[3].load(Acquire) as f32 + bins.len() as f32;
    }
}
