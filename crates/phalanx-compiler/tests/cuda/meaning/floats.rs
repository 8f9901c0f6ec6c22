#[device_fn]
fn smaller<T: Number>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    let i = grid.thread_rank();
    let a = x[i] as f32 / 8.0;
    let b = x[1] as f32 * 0.1;
    let z = x[2] as f64 / 3.0;
    y[0] = (a + b * 2.5 - 1e-3).to_bits() as i64;
    y[1] = (z * z - 1.0 / z + 1e10).to_bits() as i64;
    y[2] = (a % 3.0).to_bits() as i64 ^ (-a).to_bits() as i64;
    y[3] = a as i32 as i64 + a as u8 as i64 + z as i64 + (a * 1e30) as i32 as i64 + (z * -1e300) as u64 as i64 + (0.0 / a) as i8 as i64;
    y[4] = (z as f32).to_bits() as i64 + (a as f64).to_bits() as i64;
    y[5] = x[3] as u64 as f32 as i64 + (n as f64 * 1.5) as i64 + (x[4] as i8 as f32) as i64;
    y[6] = (a < b) as i64 + (a == a) as i64 * 2 + (z >= 0.5) as i64 * 4 + (f32::NAN != f32::NAN) as i64 * 8;
    y[7] = a.abs().floor().to_bits() as i64 + b.ceil().to_bits() as i64 + z.trunc().to_bits() as i64 + a.round().to_bits() as i64;
    y[8] = a.copysign(-1.0).to_bits() as i64 + b.signum().to_bits() as i64 + z.fract().to_bits() as i64;
    y[9] = smaller(a, b).to_bits() as i64 + smaller(z, 2.0).to_bits() as i64 + smaller(n, 3) as i64;
    y[10] = z.rem_euclid(0.75).to_bits() as i64 + a.clamp(-1.0, 1.0).to_bits() as i64 + a.to_degrees().to_bits() as i64;
    y[11] = f32::from_bits(n + 0x3f80_0000).to_bits() as i64 + f32::MAX.to_bits() as i64 + f64::EPSILON.to_bits() as i64;
    y[12] = core::f32::consts::PI.to_bits() as i64 + core::f64::consts::LN_2.to_bits() as i64 + f32::INFINITY.to_bits() as i64;
    y[13] = a.is_nan() as i64 + (a / 0.0).is_infinite() as i64 * 2 + b.is_sign_negative() as i64 * 4 + z.is_finite() as i64 * 8;
    let mut s = 0.0;
    let mut t = 1.0;
    for k in 0..n {
        s += a * k as f32;
        t *= 0.5 + z;
    }
    s /= 3.0;
    t -= 0.25;
    y[14] = s.to_bits() as i64;
    y[15] = t.to_bits() as i64;
    count.store(n, Relaxed);
}
