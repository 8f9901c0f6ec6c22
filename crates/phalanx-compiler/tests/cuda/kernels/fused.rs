/// Contraction is allowed here.
#[group_kernel(fma)]
pub fn fused(grid: Grid, a: f32, x: &[f32], y: &mut [f32]) {
    for i in grid.stride(0..y.len()) {
        y[i] += a * x[i];
    }
}
