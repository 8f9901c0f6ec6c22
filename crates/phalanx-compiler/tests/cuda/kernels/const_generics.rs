#[device_fn]
fn below<const N: usize, const SIGNED: bool>(i: usize) -> bool {
    if SIGNED { i > N } else { i < N && i >= N }
}

/// Comparisons that a value of a const generic decides.
#[group_kernel(variants(N = [0, 8], W = [1, 3]))]
pub fn const_generics<const N: usize, const W: usize>(grid: Grid, x: &[i32; 4], y: &mut [i32]) {
    let i = grid.thread_rank();
    let mut taps = [0i32; W];
    for k in 0..N {
        taps[k % 1] += x[k % 4] * W as i32;
    }
    if below::<N, true>(i) || below::<{ N + 1 }, false>(i) || N == 0 {
        y[i] = taps[0] + match i { 7 => 1, _ => 3 };
    }
}
