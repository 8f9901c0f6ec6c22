#[group_kernel]
pub fn panics(grid: Grid, n: u32, a: i32, x: f32, data: &[u32], y: &mut [u32]) {
    assert!(n < 10);
    assert!(data.len() > 3, "too short: {} of {n}", data.len());
    assert_eq!(data[0], data[1]);
    assert_ne!(x, 2.5, "with n {n}");
    debug_assert!(a > 0);
    if n == 3 {
        panic!();
    }
    if n == 4 {
        panic!("at {} and {}: \"quoted\" {{}}", a, x);
    }
    let v = match n {
        0 => 1,
        1 => unreachable!(),
        2 => unreachable!("two is {a}"),
        _ => 5,
    };
    y[0] = v / n + data[n as usize] % 3;
    y[1] = (a / -1) as u32;
}
