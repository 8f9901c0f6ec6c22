#[group_kernel]
pub fn labels(grid: Grid, n: usize, x: &[i32], y: &mut [i32]) {
    let mut rows = 0;
    'outer: for i in 0..n {
        let base = x[i];
        for j in 0..n {
            if x[j] == base {
                continue 'outer;
            }
            if x[j] < 0 {
                break 'outer;
            }
        }
        let extra = base + 1;
        rows += extra;
    }
    y[0] = rows;
    let first = 'search: loop {
        let mut i = 0;
        while i < n {
            if x[i] == 3 {
                break 'search i;
            }
            i += 1;
        }
        break n;
    };
    y[1] = first as i32;
    'again: while y[2] > 0 {
        loop {
            y[2] -= 1;
            if y[2] % 2 == 0 {
                continue 'again;
            }
            if y[2] < 100 {
                break;
            }
        }
        y[3] += 1;
    }
}
