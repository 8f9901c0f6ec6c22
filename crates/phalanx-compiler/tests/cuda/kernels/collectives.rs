#[group_kernel]
pub fn collectives(
    grid: CooperativeGrid,
    block: ThreadBlock,
    tile: ThreadBlockTile<16>,
    x: &[f32],
    flags: &mut [u32],
    count: &Atomic<u32>,
    y: &mut [f32],
) {
    let i = grid.thread_rank();
    let chosen = block.broadcast(x[i], 3) + tile.broadcast(x[i], 0) + grid.broadcast(x[i], i % 1);
    let level = block.shared::<[u32; 1]>();
    block.invoke_one(|| level[0] = flags[0]);
    let mut left = block.load_uniform(&level[0]);
    while left > 0 {
        block.invoke_one(|| {
            let next = left - 1;
            level[0] = next;
        });
        left = block.load_uniform(&level[0]);
    }
    let stop = grid.load_uniform(&flags[1]);
    let running = tile.inclusive_scan(x[i], Plus) + tile.exclusive_scan(x[i], Min);
    let whole = block.reduce(x[i], Plus) + block.reduce(x[i], Max);
    if block.any(x[i] > 1.0) && block.all(x[i] < 9.0) {
        flags[i] = tile.match_any(i as u16) | tile.match_all(i);
    }
    let side = tile.binary_partition(x[i] > 0.0);
    let part = side.labeled_partition(i % 3);
    let base = part.invoke_one_broadcast(|| count.fetch_add(part.num_threads() as u32, Relaxed));
    let arrival = block.arrive();
    let scanned = part.exclusive_scan(base, BitOr) as f32;
    arrival.wait();
    let meeting = grid.arrive();
    meeting.wait();
    if stop == 0 {
        y[i] = chosen + running + whole + scanned + part.meta_group_rank() as f32 / part.meta_group_size() as f32;
    }
}
