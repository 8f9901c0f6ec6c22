/// Arithmetic that wraps, shifts that mask, divisions that are checked, on every width.
#[group_kernel]
pub fn integers(grid: Grid, a8: i8, b8: u8, a16: i16, b16: u16, a: i32, b: u32, a64: i64, b64: u64, n: usize, y: &mut [i64]) {
    y[0] = (a8 + 1) as i64;
    y[1] = (b8 * b8 - 3) as i64;
    y[2] = (a16 << 3) as i64;
    y[3] = (b16 >> b8) as i64;
    y[4] = (a * a - a) as i64;
    y[5] = (b * b - b + 1) as i64;
    y[6] = a64 / 7 + a64 % a64;
    y[7] = (b64 / 8 + b64 % b64) as i64;
    y[8] = (a << b) as i64;
    y[9] = (b << 31 >> 3) as i64;
    y[10] = (1u64 << n) as i64;
    y[11] = -a64;
    y[12] = (-a8) as i64;
    y[13] = !a64;
    y[14] = (!b8) as i64;
    y[15] = (b & 0xff | b ^ 1 << 4) as i64;
    y[16] = (b8 & 3) as i64;
    y[17] = i64::MIN;
    y[18] = -9223372036854775808;
    y[19] = i32::MAX as i64 + u8::MAX as i64 - 1_000_000;
    y[20] = (a / a) as i64;
    y[21] = (a8 / 3 + a8 % a8) as i64;
    y[22] += 1;
    y[23] -= a64;
    y[24] *= y[25];
    y[25] /= a64;
    y[26] %= 10;
    y[27] <<= 3;
    y[28] >>= b;
    y[29] |= 1;
    let mut c = b;
    c += 1;
    c <<= 2;
    c <<= n;
    c /= b;
    let mut d = a;
    d += 1;
    d <<= 2;
    d /= a;
    let mut e = b8;
    e += 1;
    e &= 3;
    y[30] = c as i64 + d as i64 + e as i64 + (n - 1) as i64;
    y[31] = (a > 3 && b < 10 || n == 0) as i64;
}
