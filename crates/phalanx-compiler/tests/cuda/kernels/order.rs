#[device_fn]
fn next(counter: &Atomic<u32>, by: u32) -> u32 {
    counter.fetch_add(by, Relaxed)
}

#[device_fn]
fn bump(value: &mut u32) -> u32 {
    *value += 1;
    *value
}

#[device_fn]
fn three(a: u32, b: u32, c: u32) -> u32 {
    a + b * c
}

/// Operands with effects are evaluated from left to right.
#[group_kernel]
pub fn order(grid: Grid, counter: &Atomic<u32>, x: &[u32], y: &mut [u32]) {
    y[0] = next(counter, 1) - next(counter, 2);
    y[1] = three(x[0], next(counter, 3), x[1]);
    y[2] = three(next(counter, 1), next(counter, 2), next(counter, 3));
    let mut v = 5;
    y[3] = v + bump(&mut v) + v;
    y[next(counter, 1) as usize] = next(counter, 2);
    y[next(counter, 1) as usize] += x[next(counter, 2) as usize];
    let (a, b) = (next(counter, 1), next(counter, 2));
    y[4] = a + b;
    v = { v += 1; v * 2 };
    (v, y[5]) = (y[5], v);
    let t = (next(counter, 1), x[2]);
    y[6] = t.0 + t.1 + v;
    let mut pair = (1u32, 2u32);
    (pair.0, pair.1) = (pair.1, pair.0);
    y[7] = pair.0;
    _ = next(counter, 9);
    let _ = next(counter, 8);
    next(counter, 7);
    y[8] = [next(counter, 1), next(counter, 2)][1];
}
