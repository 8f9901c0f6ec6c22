#[derive(Clone, Copy, PartialEq, DeviceCopy)]
#[repr(u8)]
pub enum Kind {
    Plain,
    Scaled,
    Skipped,
}

const LIMIT: i64 = 10;

#[device_fn]
fn grade(v: i64) -> i64 {
    if v < 0 {
        return -1;
    }
    if v > 100 { 100 } else if v > 50 { v * 2 } else { v }
}

#[device_fn]
fn weight(kind: Kind) -> i64 {
    match kind {
        Kind::Plain => 1,
        Kind::Scaled => 25,
        Kind::Skipped => -3,
    }
}

#[device_fn]
fn find(x: &[i64], wanted: i64) -> usize {
    for k in 0..x.len() {
        if x[k] == wanted {
            return k;
        }
    }
    x.len()
}

#[group_kernel]
pub fn kernel(grid: Grid, n: u32, x: &[i64], y: &mut [i64], count: &Atomic<u32>) {
    let rank = grid.thread_rank();
    let len = x.len();
    y[0] = grade(x[rank]) + grade(x[1]) + find(x, x[2]) as i64 + find(x, 77777) as i64;
    let kind = if n % 3 == 0 { Kind::Plain } else if n % 3 == 1 { Kind::Scaled } else { Kind::Skipped };
    y[1] = weight(kind) + kind as i64 + (kind == Kind::Scaled) as i64;
    y[2] = match x[0] {
        0 => 1,
        1 | 2 => 3,
        3..=9 => 4,
        LIMIT => 5,
        v if v < 0 && n > 4 => -v,
        v @ 50.. => v / 2,
        i64::MIN..0 => 8,
        _ => 0,
    };
    y[3] = match (x[1] > 0, x[2] as u8) {
        (true, 0) => 1,
        (false, v) if v > 5 => v as i64,
        (true, v @ (1 | 2)) => v as i64 + 10,
        (_, v) => v as i64 + 100,
    };
    y[4] = match n {
        0 => 10,
        1 | 2 | 3 => {
            let t = n * 2;
            t as i64
        }
        4 => {
            count.fetch_add(1, Relaxed);
            -4
        }
        _ => 7,
    };
    y[5] = match n > 3 {
        true => 1,
        false => 0,
    };
    y[6] = match n {
        v if { let before = count.fetch_add(v, Relaxed); before > v } => v as i64,
        v if v > 9 => v as i64 + 1,
        _ => 2,
    };
    let mut sum = 0;
    for k in 0..len {
        if x[k] == 5 {
            continue;
        }
        if x[k] == 99 {
            break;
        }
        sum += x[k];
    }
    for k in (0..n).rev().step_by(2) {
        sum += k as i64 * 3;
    }
    for k in 250..=255u8 {
        sum += k as i64;
    }
    for k in -3..3i8 {
        sum -= k as i64 * 5;
    }
    for k in (1..=n as usize).step_by(3) {
        sum ^= k as i64;
    }
    for mut k in 0..n {
        k *= 2;
        sum += k as i64;
    }
    for _ in 0..sum % 7 {
        sum -= 1;
    }
    for k in 5..n {
        sum += k as i64;
    }
    y[7] = sum;
    let mut rows = 0;
    'outer: for i in 0..len {
        let base = x[i];
        for j in 0..len {
            if j != i && x[j] == base {
                rows += 1;
                continue 'outer;
            }
            if x[j] == 99 {
                break 'outer;
            }
        }
        let extra = base + 1;
        rows += extra;
    }
    y[8] = rows;
    let first = 'search: loop {
        let mut i = 0;
        while i < len {
            if x[i] == 3 {
                break 'search i;
            }
            i += 1;
        }
        break len;
    };
    y[9] = first as i64;
    let mut left = n;
    let mut steps = 0;
    'again: while left > 0 {
        loop {
            left -= 1;
            steps += 1;
            if left % 2 == 0 {
                continue 'again;
            }
            if left < 5 {
                break;
            }
        }
        steps += 100;
    }
    y[10] = steps;
    let mut k = 0;
    while { k += 1; k * k < n } {
        steps += 1;
    }
    y[11] = steps + k as i64;
    let v;
    if n > 5 && { count.fetch_add(1, Relaxed); x[0] > 0 } || n == 2 {
        v = 1;
    } else {
        v = { let t = x[1]; t * t };
    }
    y[12] = v;
    let mut state = 0;
    let mut trips = 0;
    loop {
        trips += 1;
        match state {
            0 => state = if n > 3 { 2 } else { 1 },
            1 => {
                state = 3;
                continue;
            }
            2 => state = 3,
            3 => break,
            _ => return,
        }
        trips += 10;
    }
    y[13] = trips;
    let w = if n == 1 { loop { break 5 } } else { match x[0] { 1 => return, v => v } };
    y[14] = w;
    let mut g = 3;
    g = if n > 2 { g + 1 } else { y[15] = 5; g - 1 };
    y[15] += g;
    {
        let g = 100;
        y[16] = g;
    }
    y[17] = { let g = g * 2; g } + g;
    if n == 6 {
        return;
    }
    y[18] = 1;
}
