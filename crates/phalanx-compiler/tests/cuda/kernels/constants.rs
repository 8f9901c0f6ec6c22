const N: usize = 100;
const BLOCKS: usize = N.div_ceil(32);
const BITS: u32 = (N as u32).count_ones() + u32::MAX.leading_zeros();
const NEGATIVE: i32 = -3 * 7 + i32::MIN / 2;
const SCALE: f32 = 1.0 / N as f32;
const TRUNCATED: i32 = (2.75 * 4.0) as i32;
const WEIGHTS: [f32; 3] = [SCALE, 2.0 * SCALE, -1.0];
const MIDDLE: f32 = WEIGHTS[1];
const CHOSEN: u8 = if N > 64 { 1 } else { 200 };
const COMPUTED: u32 = {
    const SEED: u32 = 5;
    SEED << 3
};
const NULL: bool = true;

#[group_kernel]
pub fn constants(grid: Grid, k: u32, y: &mut [f32]) {
    const LOCAL: [u32; 2] = [BITS, COMPUTED];
    let i = grid.thread_rank();
    y[i] = MIDDLE + WEIGHTS[i % 3] + TRUNCATED as f32 + NEGATIVE as f32;
    y[BLOCKS] = match k {
        BITS => 1.0,
        COMPUTED => 2.0,
        7 => CHOSEN as f32,
        _ => LOCAL[i % 2] as f32,
    };
    if NULL {
        y[N] = 0.0;
    }
}
