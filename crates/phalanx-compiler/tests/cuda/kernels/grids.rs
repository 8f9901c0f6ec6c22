#[device_fn]
fn meet(grid: &CooperativeGrid, y: &mut [u32]) {
    y[grid.thread_rank()] = grid.num_blocks() as u32;
    grid.sync();
}

#[group_kernel]
pub fn grids(grid: CooperativeGrid, block: ThreadBlock<64, 2, 2>, y: &mut [u32], n: i32) {
    let (index, dim) = (grid.block_index(), grid.dim_blocks());
    meet(&grid, y);
    for i in grid.stride(-5..n) {
        y[(i + 5) as usize] = index.x as u32 + dim.y as u32 + block.thread_index().z as u32;
    }
    grid.sync();
    meet(&grid, y);
}
