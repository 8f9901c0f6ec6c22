#[group_kernel]
pub fn number_methods(grid: Grid, a: i32, b: u32, n: usize, s: i8, x: f32, z: f64, out: &mut [u32], f: &mut [f32], d: &mut [f64]) {
    out[0] = b.count_ones() + a.leading_zeros() + n.trailing_zeros() + s.count_zeros();
    out[1] = b.rotate_left(3) ^ b.rotate_right(b).swap_bytes().reverse_bits();
    out[2] = b.pow(5).div_ceil(3) + b.next_power_of_two() + b.ilog2();
    out[3] = a.unsigned_abs() + a.abs_diff(7) + a.rem_euclid(5) as u32 + a.div_euclid(-3) as u32;
    out[4] = (a.abs() + a.signum() + a.wrapping_neg()).min(4).max(-4).clamp(0, a) as u32;
    out[5] = b.wrapping_add(1).wrapping_mul(3).saturating_sub(9).wrapping_shl(b);
    out[6] = if b.is_power_of_two() && a.is_negative() { 1 } else { 2 };
    out[7] = x.to_bits() + f32::from_bits(b).to_bits();
    f[0] = x.sqrt() + x.abs().floor().ceil().trunc().round() + x.round_ties_even() + x.fract();
    f[1] = x.mul_add(2.0, 1.0).min(x).max(0.0).clamp(-1.0, 1.0).powi(3).copysign(-x).recip();
    f[2] = x.exp() + x.ln() + x.powf(0.5) + x.sin() + x.atan2(x) + x.to_degrees() + x % 3.0;
    f[3] = if x.is_nan() || x.is_infinite() || !x.is_finite() || x.is_sign_negative() { f32::MAX } else { f32::EPSILON };
    f[4] = f32::INFINITY + f32::NEG_INFINITY + f32::NAN + f32::MIN_POSITIVE + core::f32::consts::PI;
    d[0] = z.hypot(3.0).tanh().rem_euclid(0.5) + f64::MAX + core::f64::consts::SQRT_2 + f64::INFINITY;
    d[1] = f64::from(x) + f64::from(a) + u64::from(b) as f64;
    d[1] %= 2.0;
    f[5] %= x;
}
