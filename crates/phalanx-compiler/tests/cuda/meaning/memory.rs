const WEIGHTS: [i64; 3] = [25, 50, -25];

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Vec3 {
    pub x: i32,
    pub y: f32,
    pub z: i8,
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Item {
    pub alive: bool,
    pub at: Vec3,
    pub tags: [u16; 3],
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Wrapped<T>(T, u8);

#[device_fn]
fn scale(v: &mut Vec3, by: i32) {
    v.x *= by;
    v.y *= by as f32;
    v.z *= by as i8;
}

#[device_fn]
fn turn<T: DeviceCopy>(w: Wrapped<T>, v: T) -> (T, Wrapped<T>) {
    (w.0, Wrapped(v, w.1 + 1))
}

#[device_fn]
fn min_max(values: &[i64]) -> (i64, i64) {
    let (mut low, mut high) = (values[0], values[0]);
    for k in 1..values.len() {
        low = low.min(values[k]);
        high = high.max(values[k]);
    }
    (low, high)
}

#[device_fn]
fn clear(values: &mut [i64], v: i64) {
    for k in 0..values.len() {
        values[k] = v + k as i64;
    }
}

#[device_fn]
fn last(values: &[i64]) -> i64 {
    if values.is_empty() { -1 } else { values[values.len() - 1] }
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    const SIZE: usize = 2 * 4;
    let m = n as usize % x.len();
    let mut window = [0i64; 3];
    let mut counts = [7i64; SIZE];
    for k in 0..3 {
        window[k] = x[k] * WEIGHTS[k];
    }
    let copy = window;
    window[m % 3] = 1;
    y[0] = window[0] + copy[1] * 10 + copy[2] * 100 + window[2] * 1000;
    clear(&mut counts, 3);
    clear(&mut counts[2..5], 100);
    clear(&mut y[20..24], x[0]);
    y[1] = counts[0] + counts[2] * 10 + counts[4] * 100 + counts[7] * 1000;
    let (low, high) = min_max(x);
    y[2] = high - low + min_max(&counts).1 + min_max(&x[m..]).0 + min_max(&counts[..=m]).0;
    let tail = &x[m..];
    let head = &x[..m];
    let middle = &tail[..1];
    y[3] = tail[0] + head.len() as i64 + tail.len() as i64 * 10 + middle[0] + last(head) + last(&x[m..m]);
    y.swap(0, m);
    y[24..26].fill(9);
    counts.swap(0, 7);
    y[4] = counts[0] + counts[7] * 3 + counts.len() as i64;
    unsafe {
        *y.get_unchecked_mut(5) = *x.get_unchecked(m) + 1;
    }
    let mut matrix = [[1i64, 2], [3, 4]];
    matrix[1][m % 2] += 10;
    let row = matrix[1];
    matrix[0] = row;
    y[6] = matrix[0][0] + matrix[0][1] * 10 + matrix[1][0] * 100 + row[1] * 1000;
    let mut item = Item { alive: n > 2, at: Vec3 { z: 3, x: n as i32, y: 0.5 }, tags: [1, 2, 65535] };
    scale(&mut item.at, 3);
    item.tags[m % 3] += 1;
    let other = Item { alive: false, ..item };
    item.at.x += 1;
    let Vec3 { x: vx, z: vz, .. } = item.at;
    y[7] = vx as i64 + vz as i64 * 100 + other.at.x as i64 * 10000 + item.tags[2] as i64 + other.alive as i64;
    let mut items = [item; 2];
    items[1].at.y = 2.25;
    items[m % 2].tags[1] = 500;
    y[8] = items[0].tags[1] as i64 + items[1].at.y.to_bits() as i64 + items[0].at.y.to_bits() as i64;
    let (old, wrapped) = turn(Wrapped(x[1], 254), x[2]);
    let Wrapped(inner, times) = wrapped;
    y[9] = old + inner * 2 + times as i64;
    let (flag, _) = turn(Wrapped(true, 255), false);
    y[10] = flag as i64;
    let nested = (n, (x[3], [n as u8, 2]));
    let (first, (second, third)) = (nested.0, (nested.1 .0, nested.1 .1[0]));
    y[11] = first as i64 + second + third as i64;
    let at = &mut y[12];
    *at += 5;
    *at *= 2;
    count.fetch_add(x.len() as u32, Relaxed);
}
