/// A guard that takes statements of its own.
#[group_kernel]
pub fn guards(grid: Grid, x: &[u32], y: &mut [u32], hits: &Atomic<u32>) {
    let v = match x[0] {
        0 => 1,
        n if { let before = hits.fetch_add(n, Relaxed); before > n } => n,
        n if n > 9 => n + 1,
        _ => 2,
    };
    y[0] = v;
    let w = match x[1] > 2 {
        true => x[2],
        false => x[3],
    };
    y[1] = w;
}
