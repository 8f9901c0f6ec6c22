#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Best {
    pub value: f32,
    pub at: u64,
}

#[group_kernel]
pub fn warps(block: ThreadBlock<16, 8>, tile: ThreadBlockTile<8>, x: &[f32], y: &mut [f32], bits: &mut [u32], best: &mut [Best]) {
    let i = block.thread_rank();
    let half = block.tiled_partition::<16>();
    let quarter = half.tiled_partition::<4>();
    y[i] = tile.shfl(x[i], 0) + tile.shfl_up(x[i], 1) + tile.shfl_down(x[i], i) + half.shfl_xor(x[i], 1);
    if quarter.any(x[i] > 0.0) && quarter.all(x[i] < 9.0) {
        y[i] = 0.0;
    }
    bits[i] = tile.ballot(i % 3 == 0);
    bits[i] = tile.reduce(bits[i], BitXor) | tile.reduce(i as u8, Max) as u32;
    best[i] = half.shfl(Best { value: x[i], at: i as u64 }, 3);
    tile.sync();
    // SAFETY: see the reason.
    if unsafe { assume_uniform(&tile, bits[i] + 1, "bits are written by tile") } > 3 {
        tile.sync();
    }
    let pair = tile.shfl((x[i], i), 2);
    y[i] = pair.0 + pair.1 as f32;
    if i % 2 == 0 {
        let group = coalesced_threads();
        let rank = group.thread_rank();
        y[i] = group.reduce(x[i], Min) + group.shfl(rank, 0) as f32 + group.num_threads() as f32;
        group.sync();
        bits[i] = group.ballot(rank > 1);
    }
}
