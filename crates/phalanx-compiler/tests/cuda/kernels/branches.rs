#[device_fn]
fn grade(x: i32) -> i32 {
    if x < 0 {
        return -1;
    }
    if x > 100 { 100 } else if x > 50 { x * 2 } else { x }
}

#[group_kernel]
pub fn branches(grid: Grid, n: u32, x: &[i32], y: &mut [i32], hits: &Atomic<u32>) {
    let a = if n > 3 { x[0] } else { x[1] };
    let b = if n > 3 {
        y[0] = 1;
        x[2]
    } else if n > 2 {
        x[3]
    } else {
        0
    };
    let c;
    if n == 7 {
        c = 1;
    } else {
        c = grade(b);
    }
    let d = { let t = a + b; t * t };
    let e = n > 1 && { y[1] = 2; x[4] > 0 };
    let f = n < 9 || hits.fetch_add(1, Relaxed) > 4 && e;
    y[2] = a + if f { hits.fetch_add(1, Relaxed) as i32 } else { let q = c; q + d };
    let mut g = 3;
    g = if f { g + 1 } else { y[3] = 5; g - 1 };
    if !e {
        y[4] = g;
    }
    let h = if n == 0 { panic!("n is {n}") } else { n };
    y[5] = h as i32;
    let () = ();
}
