#[device_fn]
fn next(counter: &Atomic<u32>, by: u32) -> u32 {
    counter.fetch_add(by, Relaxed)
}

#[device_fn]
fn bump(value: &mut i64) -> i64 {
    *value += 1;
    *value
}

#[device_fn]
fn three(a: u32, b: u32, c: u32) -> i64 {
    a as i64 + b as i64 * 1000 + c as i64 * 1000000
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Pair {
    pub a: u32,
    pub b: u32,
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    let i = grid.thread_rank();
    count.store(n, Relaxed);
    y[0] = (next(count, 1) - next(count, 2)) as i64;
    y[1] = three(x[i] as u32, next(count, 3), x[1] as u32);
    y[2] = three(next(count, 1), next(count, 2), next(count, 3));
    let mut v = 5;
    y[3] = v + bump(&mut v) * 10 + v;
    count.store(4, Relaxed);
    y[next(count, 1) as usize] = next(count, 2) as i64;
    count.store(8, Relaxed);
    y[next(count, 1) as usize] += x[next(count, 2) as usize % 4];
    let (a, b) = (next(count, 1), next(count, 2));
    y[12] = a as i64 * 100 + b as i64;
    v = { v += 1; v * 2 };
    (v, y[13]) = (y[12], v);
    let t = (next(count, 1), x[2], next(count, 1));
    y[14] = t.0 as i64 + t.1 + v + t.2 as i64;
    let mut pair = (1i64, 2i64);
    (pair.0, pair.1) = (pair.1, pair.0);
    y[15] = pair.0 * 10 + pair.1;
    let (mut p, mut q, mut r) = (1, 2, 3);
    (p, q, r) = (q, r, p);
    y[16] = p * 100 + q * 10 + r;
    (_, p) = (next(count, 7), 9);
    y[17] = p + [next(count, 1), next(count, 2)][1] as i64;
    let s = Pair { b: next(count, 1), a: next(count, 10) };
    y[18] = s.a as i64 * 1000 + s.b as i64;
    let s = Pair { a: 7, ..s };
    y[19] = s.a as i64 * 1000 + s.b as i64;
    y[20] = v + { v = 3; v } + v;
    let mut w = [1i64, 2, 3];
    w[bump(&mut v) as usize - 3] = v;
    w[0] += { w[1] = 50; w[1] };
    y[21] = w[0] + w[1] * 10 + w[2] * 100;
    y[22] = (v > 0 || next(count, 100) > 0) as i64 + (v < 0 && next(count, 100) > 0) as i64;
    y[23] = x[0] + if n > 3 { next(count, 1) as i64 } else { let z = next(count, 2); z as i64 * 2 } + x[1];
    let mut big = y[23];
    big -= { big *= 2; big };
    y[24] = big;
}
