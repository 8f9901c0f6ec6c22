#[group_kernel]
pub fn loops(grid: Grid, n: usize, m: u8, x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..n {
        sum += x[i];
    }
    for i in 0..x.len() {
        sum += x[i];
    }
    for i in 1..=9 {
        sum += x[i];
    }
    for b in 0..=m {
        sum += b as i32;
    }
    for i in (0..n).rev() {
        sum -= x[i];
    }
    for i in (2..n).step_by(3).rev() {
        sum ^= x[i];
    }
    for i in grid.stride(0..x.len()).step_by(2) {
        y[i] = sum;
    }
    for mut i in 0..n {
        i *= 2;
        sum += i as i32;
    }
    for _ in 0..sum {
        sum -= 1;
    }
    let mut k = 0;
    while k < n && x[k] != 0 {
        k += 1;
    }
    while { k += 1; k < 100 } {
        sum += 1;
    }
    let found = loop {
        k += 1;
        if x[k] == 7 {
            break x[k] + 1;
        }
        if k > 1000 {
            break -1;
        }
    };
    y[0] = found;
    let mut limit = 10;
    for i in 0..limit {
        limit += i as i32;
    }
    y[1] = limit;
}
