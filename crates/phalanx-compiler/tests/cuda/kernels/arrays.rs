const WEIGHTS: [f32; 3] = [0.25, 0.5, 0.25];
const DOUBLED: usize = 2 * 8;
const TAU: f32 = 2.0 * core::f32::consts::PI;

#[device_fn]
fn clear(buffer: &mut [i32], value: i32) {
    for i in 0..buffer.len() {
        buffer[i] = value;
    }
}

#[group_kernel]
pub fn arrays(grid: Grid, n: usize, x: &[f32], y: &mut [f32]) {
    const LANES: usize = 4;
    let mut window = [0.0f32; 3];
    let ones = [1; LANES];
    let mut counts = [0i32; DOUBLED];
    clear(&mut counts, 7);
    clear(&mut counts[2..n], 8);
    for k in 0..3 {
        window[k] = x[k] * WEIGHTS[k];
    }
    let copy = window;
    window[0] = ones[n] as f32;
    let mut matrix = [[0.0f32; 2]; 2];
    matrix[1][n] = copy[1];
    let tail = &x[n..];
    let head = &x[..n];
    let middle = &x[1..=n];
    y[0] = window[0] + copy[2] + matrix[1][0] + counts[n] as f32 + TAU;
    y[1] = tail[0] + head[1] + middle[2] + tail.len() as f32 + window.len() as f32;
    y.swap(0, n);
    unsafe {
        *y.get_unchecked_mut(3) = *x.get_unchecked(n);
    }
    y[2..5].fill(1.5);
    counts.swap(0, 1);
}
