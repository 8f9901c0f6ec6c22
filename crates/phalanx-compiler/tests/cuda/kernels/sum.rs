/// Four numbers that are loaded in one piece.
#[derive(Clone, Copy, DeviceCopy)]
#[repr(C, align(16))]
pub struct Float4 {
    x: f32,
    y: f32,
    z: f32,
    w: f32,
}

/// Adds up `x`.
#[group_kernel]
pub fn sum(grid: Grid, tile: ThreadBlockTile<32>, x: &[Float4], out: &Atomic<f32>) {
    let mut sum = 0.0;
    for i in grid.stride(0..x.len()) {
        let v = x[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    let sum = tile.reduce(sum, Plus);
    if tile.thread_rank() == 0 {
        out.fetch_add(sum, Relaxed);
    }
}
