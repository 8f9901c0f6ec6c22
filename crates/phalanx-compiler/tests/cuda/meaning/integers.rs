#[device_fn]
fn mix<T: Integer>(a: T, b: T) -> T {
    let sum = a + b * T::ONE - T::ZERO;
    (sum ^ a) | (b & T::MAX) + (a << 3u32) - (b >> 1u32)
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    let i = grid.thread_rank();
    let (a, b) = (x[i], x[1]);
    let (a8, b8) = (a as i8, b as i8);
    let (ua, ub) = (a as u8, b as u8);
    let (a16, b16) = (a as i16, b as u16);
    let (a32, b32) = (a as i32, b as u32);
    y[0] = (a8 + b8) as i64 + (a8 * b8) as i64 - (a8 - b8) as i64 + (-a8) as i64;
    y[1] = (ua + ub) as i64 * 1000 + (ua * ub) as i64 + (ua - ub) as i64;
    y[2] = (a16 * a16 + a16) as i64 - (b16 * b16 - b16) as i64;
    y[3] = (a32 * a32 - a32) as i64 + (b32 * b32 - b32) as i64;
    y[4] = a * b + a - b * 3;
    y[5] = (a8 << n) as i64 + (a8 >> n) as i64 + (ua << n) as i64 + (ua >> n) as i64;
    y[6] = (a16 << n) as i64 + (b16 >> n) as i64 + (a32 << n) as i64 + (b32 >> n) as i64;
    y[7] = (a << n) ^ (a >> n) ^ ((a as u64) >> n) as i64 ^ (1u64 << n) as i64;
    y[8] = a / 7 + a % 7 + (a8 / 3) as i64 + (ua % 5) as i64 + (a32 / -9) as i64 + (b32 / 10) as i64;
    y[9] = !a ^ (!a8) as i64 ^ (!ua) as i64 ^ (!b32) as i64 ^ (ua & ub | ua ^ ub) as i64;
    y[10] = mix(a, b) ^ mix(a8, b8) as i64 ^ mix(ua, ub) as i64 ^ mix(b32, n) as i64 ^ mix(b16, 7) as i64;
    y[11] = (a < b) as i64 + (ua < ub) as i64 * 2 + (b32 >= n) as i64 * 4 + (a8 == b8) as i64 * 8 + (a32 != -1) as i64 * 16;
    y[12] = a as u32 as i64 + a as i16 as u8 as i64 + b as usize as i32 as i64 + (a > 0) as i64 + ua as i8 as i64;
    y[13] = i64::MIN / 3 + i32::MIN as i64 + i8::MIN as i64 + u64::MAX as i64 + u16::MAX as i64 + 0xff_ff + 0b11 + 0o17 + 1_000;
    let mut c = a32;
    c += 5;
    c *= c;
    c -= n as i32;
    c <<= 3;
    c >>= 1;
    c ^= 0x55;
    c |= 1;
    c &= !2;
    c %= 1000;
    c /= 3;
    y[14] = c as i64;
    let mut d = ua;
    d += 200;
    d *= 7;
    d -= ub;
    d <<= n;
    d >>= 2;
    d ^= 3;
    d /= 3;
    y[15] = d as i64;
    y[16] = a.wrapping_mul(b).rotate_left(n).swap_bytes().reverse_bits();
    y[17] = (a.count_ones() + a.leading_zeros() + a.trailing_zeros() + ua.count_zeros() + a16.leading_zeros() + a8.trailing_zeros()) as i64;
    y[18] = a8.pow(3) as i64 + b32.pow(n) as i64 + a.abs_diff(b) as i64 + a8.unsigned_abs() as i64 + a8.abs() as i64;
    y[19] = a.rem_euclid(7) + a.div_euclid(-7) + (b32.div_ceil(7) + b32.next_power_of_two()) as i64 + a8.signum() as i64;
    y[20] = a.min(b).max(-5).clamp(-100, 100) + ua.saturating_add(ub) as i64 + a8.saturating_sub(b8) as i64;
    y[21] = (1 + n).ilog2() as i64 + b32.is_power_of_two() as i64 + a.is_negative() as i64 + ub.swap_bytes() as i64;
    y[22] += 1;
    y[22] *= a;
    y[22] -= b;
    y[22] ^= y[21];
    y[23] = i64::from(ua) + i64::from(b32) + u64::from(b16) as i64;
    count.fetch_add(c as u32, Relaxed);
}
