use half::{bf16, f16};

#[group_kernel]
pub fn half_conversions(grid: Grid, a: f16, b: bf16, x: f32, y: &mut [f16], z: &mut [f64]) {
    y[0] = f16::from_f32(x) + a;
    y[1] = f16::from_f64(b.to_f64());
    y[2] = f16::from_bits(a.to_bits());
    z[0] = a.to_f64() + f64::from(b.to_f32());
    assert!(!a.is_nan(), "b is {}", b.to_f32());
    y[3] = f16::MAX;
}
