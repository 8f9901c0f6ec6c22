#[derive(Clone, Copy, DeviceCopy)]
#[repr(u8)]
pub enum Kind {
    Plain,
    Scaled,
    Skipped,
    Last,
}

const LIMIT: i32 = 10;

#[device_fn]
fn weight(kind: Kind) -> f32 {
    match kind {
        Kind::Plain => 1.0,
        Kind::Scaled | Kind::Last => 2.5,
        Kind::Skipped => 0.0,
    }
}

#[group_kernel]
pub fn matches(grid: Grid, kinds: &[Kind], x: &[i32], y: &mut [i32], hits: &Atomic<u32>) {
    let k = kinds[0];
    y[0] = weight(k) as i32 + k as i32;
    let v = match x[0] {
        0 => 1,
        1 | 2 => 3,
        3..=9 => 4,
        LIMIT => 5,
        n if n < 0 => -n,
        n @ 50.. => n / 2,
        _ => 0,
    };
    y[1] = v;
    match (x[1] > 0, x[2]) {
        (true, 0) => y[2] = 1,
        (false, n) if n > 5 => y[2] = n,
        // Read by the guard alone.
        (false, m @ 3..) if m < y[4] => y[2] = 4,
        (_, n) => y[3] = n,
    }
    for i in 0..x.len() {
        match x[i] {
            0 => continue,
            1 => break,
            2 => y[i] = 7,
            _ => {}
        }
    }
    let mut i = 0;
    loop {
        match x[i] {
            0 => y[i] = 1,
            1 => y[i] = 2,
            2 => {
                i += 1;
                continue;
            }
            _ => return,
        }
        i += 2;
    }
}
