/// `y = A x` for `A` in compressed rows; a tile of `N` threads a row.
#[group_kernel(variants(N = [4, 32]))]
pub fn spmv<const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    row_start: &[u32],
    col: &[u32],
    val: &[f32],
    x: &[f32],
    y: &mut [f32],
) {
    let row = grid.block_rank() * tile.meta_group_size() + tile.meta_group_rank();
    if row < y.len() {
        let mut sum = 0.0;
        for k in tile.stride(row_start[row] as usize..row_start[row + 1] as usize) {
            sum += val[k] * x[col[k] as usize];
        }
        let sum = tile.reduce(sum, Plus);
        if tile.thread_rank() == 0 {
            y[row] = sum;
        }
    }
}
