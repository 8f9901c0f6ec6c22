#[device_fn]
fn divide(a: i64, b: i64) -> i64 {
    a / b
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    let zero = n as i64 - n as i64 + grid.thread_rank() as i64;
    let m = n as usize;
    y[0] = n as i64;
    count.fetch_add(1, Relaxed);
    match n {
        0 => y[1] = x[m + 100],
        1 => y[1] = divide(7, zero),
        2 => y[1] = i64::MIN / (zero - 1),
        3 => y[1] = 5 % zero,
        4 => y[1] = i64::from(i32::MIN % (zero as i32 - 1)),
        5 => assert!(zero > 3),
        6 => assert!(zero > 3, "n is {n}, not {}, {}", zero - 4, 1.5f32 * m as f32),
        7 => assert_eq!(zero, n as i64),
        8 => assert_ne!(zero as f32 / 2.0, 0.0, "with {}", n > 3),
        9 => panic!(),
        10 => panic!("at {m}: \"quoted\" {{}}"),
        11 => unreachable!(),
        12 => unreachable!("at {}", n as u8),
        13 => {
            let part = &x[2..m - 12];
            y[1] = part[0];
        }
        14 => {
            let part = &x[..m + 8];
            y[1] = part[0];
        }
        15 => {
            let part = &x[m + 8..];
            y[1] = part[0];
        }
        16 => y[m + 100] = divide(1, zero + 1),
        17 => y[1] = (n - 17).ilog2() as i64,
        18 => y[1] = n.div_ceil(zero as u32) as i64,
        19 => y[1] = (zero as i32).rem_euclid(zero as i32) as i64,
        20 => y[1] = (i8::MIN).div_euclid(zero as i8 - 1) as i64,
        21 => y[1] = 5u32.clamp(n, 3) as i64,
        22 => {
            let mut a = [1u32; 4];
            a[m] = 3;
            y[1] = a[0] as i64;
        }
        23 => y.swap(0, 100),
        24 => y[100] = x[200],
        25 => y[100] /= zero,
        26 => y[1] = x[300],
        27 => assert_eq!(x[0], x[1], "of {} and {}", 2, true),
        _ => y[1] = 1,
    }
}
