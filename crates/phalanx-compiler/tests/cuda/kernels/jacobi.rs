/// `iters` Jacobi sweeps of a 1-D Poisson problem in one launch.
#[group_kernel]
pub fn jacobi(grid: CooperativeGrid, mut a: &mut [f32], mut b: &mut [f32], rhs: &[f32], iters: u32) {
    for _ in 0..iters {
        for i in grid.stride(1..rhs.len() - 1) {
            b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        grid.sync();
        (a, b) = (b, a);
    }
}
