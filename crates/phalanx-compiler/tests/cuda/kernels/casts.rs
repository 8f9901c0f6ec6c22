#[group_kernel]
pub fn casts(grid: Grid, a: i32, b: u64, n: usize, x: f32, z: f64, p: bool, out: &mut [i64], f: &mut [f32]) {
    out[0] = a as u8 as i64;
    out[1] = b as i32 as i64;
    out[2] = x as i32 as i64;
    out[3] = z as u8 as i64;
    out[4] = p as i64;
    out[5] = b as usize as i64;
    out[6] = 200 as u8 as i64;
    out[7] = -1 as i64;
    out[8] = (a as i64) << 32;
    f[0] = a as f32;
    f[1] = b as f32;
    f[2] = z as f32;
    f[3] = 7 as f32;
    f[4] = n as f32 / 2.0;
}
