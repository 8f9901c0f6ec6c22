// Programs for `rustc.rs`: Rust that both compilers type. Every local has a name of its own in its
// function; one that gets its value later is called `later_…`, and is looked at through a copy.

#[device_fn]
fn literals(x: &[f32], n: usize) -> f32 {
    let a = 1;
    let b = 2.5;
    let c = 3u8;
    let d = 0xFF;
    let e = -7;
    let g = true;
    let h = (1, 2.0, false);
    let k = [0, 1, 2];
    let l = [0.0; 4];
    let m = 5 as u64;
    let o = -5 as i64;
    let p = 1.5 as f32;
    let q = (1 + 2) as u64;
    let r = { 7 } as u16;
    let s = if g { 1 } else { 2 } as u64;
    let t = 300 as f32;
    let u = !0 as u8;
    let v = b'a';
    let w = 1_000;
    x[0]
}

#[device_fn]
fn from_use(x: &[f32], y: &[u32], n: usize) -> f32 {
    let mut sum = 0.0;
    let mut count = 0;
    let mut i = 0;
    let first = 0;
    let bits = 1;
    let shift = 3;
    while i < n {
        sum += x[i];
        count += y[i];
        i += 1;
    }
    let shifted = y[first] << shift;
    let flag = bits << count;
    let half = sum / 2.0;
    let pair = (0, half);
    let last = x[x.len() - 1];
    let (p, q) = (y[0], 1);
    let r = p + q;
    sum
}

#[device_fn]
fn backwards() -> u16 {
    let a = 1;
    let b = a;
    let c = b + 2;
    let d = [c, 4];
    let e = (d[0], 2.0);
    let z = 9;
    let f: (u16, f32) = (e.0, 1.0);
    let g: u16 = a;
    let h = e.0 + z;
    h
}

#[device_fn]
fn deferred(c: bool) -> f32 {
    let later_a;
    let later_b;
    if c {
        later_a = 1.0;
        later_b = 2;
    } else {
        later_a = 2.0f32;
        later_b = 3;
    }
    let d = later_a;
    let e = later_b;
    d
}

#[device_fn]
fn branches(c: bool, n: u32, x: f32) -> f32 {
    let a = if c { 1 } else { 2 };
    let b = if c { 1.0 } else { x };
    let d = match n {
        0 => 10,
        1..=4 => 20,
        _ if c => 30,
        _ => 40,
    };
    let e = match n {
        0 => return 0.0,
        m => m + 1,
    };
    let f = loop {
        if c {
            break 5;
        }
    };
    let g = loop {
        if c {
            break;
        }
        return 1.0;
    };
    let h = if n > 100 { return x } else { 2.5 };
    let k = {
        let inner = 3;
        inner as u64 + 1
    };
    let l = if c {
        if n == 0 { 0 } else { 1 }
    } else {
        n
    };
    let m = 'a: loop {
        loop {
            break 'a 1u8;
        }
    };
    let o: u8 = if c { 1 } else { 2 };
    let p = !c;
    let q = c && n > 3 || x < 1.0;
    h
}

#[device_fn]
fn operators(a: i32, b: u8, x: f64, c: bool) -> i32 {
    let sum = a + 1;
    let neg = -a;
    let low = b & 0x0F;
    let not = !b;
    let eq = a == 3;
    let lt = 2.0 < x;
    let both = c & true;
    let shl = 1 << b;
    let shr = a >> 1u64;
    let by = b << 3;
    let mixed = 2 * a - 1;
    let prod = 2.0 * x;
    let rem = 10 % a;
    let cmp = b == 7;
    let chain = 1 + 2 * 3;
    let fl = 1.0 + 2.0;
    let mut acc = 0;
    acc |= b;
    acc <<= 1i64;
    let after = acc;
    let un = -(1.0);
    let b2 = c ^ c;
    sum
}

#[device_fn]
fn numbers(a: i32, u: u32, x: f32, l: u64) -> f32 {
    let pow = u.pow(2);
    let zeros = l.trailing_zeros();
    let ones = a.count_ones();
    let diff = a.abs_diff(3);
    let wrap = a.wrapping_add(1);
    let rot = l.rotate_left(3);
    let root = x.sqrt();
    let fma = x.mul_add(2.0, 1.0);
    let bits = x.to_bits();
    let back = f32::from_bits(bits);
    let big = f64::from(x);
    let wide = u64::from(u);
    let signed = i64::from(u);
    let index = usize::from(3u8);
    let least = 1.min(u);
    let open = 1.min(2);
    let most = x.max(0.0);
    let cl = a.clamp(-1, 1);
    let nan = x.is_nan();
    let p2 = u.is_power_of_two();
    let ufcs = f32::max(x, 1.0);
    let powi = x.powi(2);
    let uabs = a.unsigned_abs();
    let fif = f64::from(1);
    let sh = u.wrapping_shl(3);
    let cc = x.clone();
    root
}

#[device_fn]
fn constants() -> u32 {
    const LOCAL: usize = 4;
    let max = u32::MAX;
    let bits = u64::BITS;
    let eps = f32::EPSILON;
    let pi = std::f32::consts::PI;
    let tau = core::f64::consts::TAU;
    let n = WIDTH;
    let m = SCALE;
    let a = [0u8; WIDTH];
    let b = [1.0; LOCAL * 2];
    let c = LOCAL;
    let d = SCALE * 2.0;
    let t = TABLE;
    let e = TABLE[1];
    max
}

const WIDTH: usize = 8;
const SCALE: f32 = 0.5;
const TABLE: [i16; 3] = [1, 2, 3];

#[device_fn]
fn slices(x: &[f32], y: &mut [f32], one: &mut f32, m: &[[f32; 4]], k: &[(u8, i16)]) -> f32 {
    let a = x[0];
    let row = m[1];
    let b = m[1][2];
    let part = &x[1..3];
    let c = part[0];
    let n = part.len();
    let tail = &x[1..];
    let d = *one;
    *one += 1.0;
    let p = &m[0][1];
    let e = *p;
    y[0] = a;
    let f = k[0].1;
    let (g, h) = k[0];
    let mut buf = [0; 4];
    buf[1] = f;
    let q = buf;
    let r = buf[0];
    let empty = x.is_empty();
    let un = unsafe { *x.get_unchecked(1) };
    let w = &mut y[1];
    *w = 2.0;
    let all = &x[..];
    let idx = 2;
    let s = x[idx];
    let z = x[idx + 1];
    d
}

#[device_fn]
fn loops(n: u32, g: &ThreadBlockTile<32>, x: &[f32]) -> u32 {
    let mut total = 0;
    for i in 0..n {
        total += i;
    }
    for j in 0..4 {
        total += 1;
    }
    for k in (0..x.len()).rev() {
        total += 1;
    }
    for l in (0..10u8).step_by(2) {
        total += 1;
    }
    for m in g.stride(0..x.len()) {
        total += 1;
    }
    for o in 0..=n {
        total += 1;
    }
    for p in g.stride(1..n) {
        total += 1;
    }
    for q in 0..2 {
        let s = x[q];
    }
    for t in 0..3 {
        let v = t as u64;
    }
    total
}

#[device_fn]
fn groups(g: &ThreadBlockTile<32>, x: f32, n: u32) -> f32 {
    let r = g.thread_rank();
    let s = g.reduce(x, Plus);
    let t = g.shfl(n, 0);
    let u = g.shfl(1, 0);
    let v = g.reduce(2.0, Plus) + x;
    let w = g.ballot(x > 0.0);
    let y = g.any(n == 3);
    let mut base = 0;
    if r == 0 {
        base = n;
    }
    let z = g.shfl(base, 0) as usize + r;
    s
}

#[device_fn]
fn atomics(c: &Atomic<u32>, s: &[Atomic<f32>]) -> u32 {
    let a = c.load(Relaxed);
    let b = c.fetch_add(1, Relaxed);
    let d = s[0].fetch_add(1.0, Ordering::SeqCst);
    let mut e = 0;
    e = c.compare_and_swap(e, 1, AcqRel);
    let f = e;
    c.store(5, Relaxed);
    a
}

#[derive(DeviceCopy)]
struct Point {
    x: f32,
    y: f32,
    id: u16,
}

#[derive(DeviceCopy)]
struct Pair<T>(T, T);

#[derive(DeviceCopy)]
struct Grid2<T, const N: usize> {
    cells: [T; N],
}

#[device_fn]
fn structs(p: Point, q: &Point, many: &[Point]) -> f32 {
    let a = p.x;
    let made = Point { x: 1.0, y: 2.0, id: 3 };
    let based = Point { id: 4, ..p };
    let Point { x, id, .. } = p;
    let b = q.y;
    let c = many[0].id + 1;
    let pair = Pair(1, 2);
    let typed = Pair(1.0, a);
    let Pair(first, second) = typed;
    let d = pair.0;
    let g = Grid2 { cells: [0u8; 3] };
    let e = g.cells[1];
    let mut w = p;
    w.x = 2.0;
    w.id += 1;
    let copy = *q;
    let z = many[1];
    a
}

#[device_fn]
fn calls(x: &[f32], y: &mut [u64]) -> f32 {
    let a = twice(1.0);
    let b = add(2, y[0]);
    let c = add(1.0, x[0]);
    let d = first(x);
    let e = first(&x[1..]);
    let mut local = 0.0;
    bump(&mut local);
    let f = local;
    let arr = [1.0, 2.0];
    let g = first(&arr);
    let k = pick(&y[0], y);
    let zero = zero::<u64>();
    let z2: f32 = zero_of();
    a
}

#[device_fn]
fn twice(x: f32) -> f32 {
    x * 2.0
}

#[device_fn]
fn add<T: Number>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

#[device_fn]
fn zero<T: Number>() -> T {
    T::ZERO
}

#[device_fn]
fn zero_of<T: Number>() -> T {
    T::ZERO
}

#[device_fn]
fn first(x: &[f32]) -> f32 {
    x[0]
}

#[device_fn]
fn bump(x: &mut f32) {
    *x += 1.0;
    let y = *x;
}

#[device_fn]
fn pick(at: &u64, from: &[u64]) -> u64 {
    let i = *at as usize;
    let v = from[i];
    v
}

#[device_fn]
fn swaps(mut a: &mut [f32], mut b: &mut [f32], c: bool) -> f32 {
    let mut p = 1;
    let mut q = 2u8;
    (p, q) = (q, p);
    let pq = p;
    (a, b) = (b, a);
    let t = a[0];
    let later_u;
    let later_v;
    (later_u, later_v) = (1u16, t);
    let (s, _) = (later_u, later_v);
    let later_o;
    (_, later_o) = (1, 2);
    let o = later_o;
    let src = if c { a } else { b };
    let w = src[0];
    t
}

#[device_fn]
fn panics(n: u32, x: &[f32]) -> u32 {
    let two = 2;
    assert!(n > 1, "too few: {}", n);
    assert_eq!(n, two);
    let k = match n {
        0 => panic!("none"),
        1 => unreachable!(),
        m => m,
    };
    debug_assert!(n < 100);
    let three = 3;
    assert_ne!(x.len(), three, "{three}");
    k
}

#[device_fn]
fn never(c: bool) -> u8 {
    let a = if c {
        1
    } else {
        loop {
            if !c {
                return 2;
            }
        }
    };
    let b = match c {
        true => a,
        false => {
            return 3;
        }
    };
    b
}

#[device_fn]
fn patterns(t: (u8, (f32, i64)), n: i64) -> i64 {
    let (a, (b, c)) = t;
    let (d, _) = t.1;
    let e = match n {
        -1 | 0 => 1,
        m @ 1..=5 => m,
        WIDE => 7,
        _ => 0,
    };
    let f = match (t.0, n) {
        (0, 0) => 1.0,
        (_, 3) => b,
        _ => 2.0,
    };
    let (g, mut h): (u16, f64) = (1, 2.0);
    h += 1.0;
    e
}

const WIDE: i64 = 99;

#[device_fn]
fn later(x: &[f32], n: u32, c: bool) -> f32 {
    let mut pair = Pair(0, 0);
    pair.0 = n;
    let mut best = (0.0, 0);
    for i in 0..x.len() {
        if x[i] > best.0 {
            best = (x[i], i);
        }
    }
    let mut m = 0;
    m = n;
    let p = m.pow(2);
    let a = 1;
    let b = u64::from(a);
    let d: u32 = a;
    let ones = !0;
    let byte: u8 = ones;
    let minus = -1;
    let long: i64 = minus;
    let wide: u64 = 1 << n;
    let power = i32::pow(2, 3);
    let z: u64 = add(1, 2);
    let (mut f, mut g) = (0, 1u16);
    (f, g) = (g, f + g);
    let mut grid = [[0; 3]; 2];
    grid[1][2] = n as i16;
    let mut t = (0, 1.5);
    t.0 += 1u8;
    t.1 *= x[0];
    let j = 0;
    let v = x[j];
    let w = x[if c { 1 } else { 0 }];
    let k = 7 / 2 * n;
    let mask = 1u32 << (n & 31);
    let both = match c {
        true => (1, 2.0),
        false => (2, v),
    };
    let unsafe_one = unsafe { 1 };
    let len = x.len() as u32 - 1;
    let third: [f32; 3] = [1.0; 3];
    let small = f32::from(3u8);
    let r = 'outer: loop {
        for q in 0..3 {
            if q == 1 {
                continue 'outer;
            }
            break 'outer 2;
        }
    };
    let e = if c { 1.0 } else { -1.0 } * v;
    let cmp = 1 < 2;
    let s = total([1.0, 2.0]);
    let u = total::<2>([v; 2]);
    let nested = {
        let one = 1;
        { one + len }
    };
    let diff = n.abs_diff(1).min(3).max(1);
    let float = (n as f32).sqrt() as usize;
    let bits = (v.to_bits() >> 23) & 0xFF;
    let sign = if v.is_sign_negative() { -1 } else { 1 };
    let neg = -v;
    let chosen = x[0].max(x[1]).min(1.0);
    v
}

#[device_fn]
fn total<const N: usize>(a: [f32; N]) -> f32 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i];
    }
    let count = N;
    let twice = N * 2;
    sum
}

#[device_fn]
fn nested_branches(n: i32, c: bool) -> i64 {
    let a = if c {
        match n {
            0 => 1,
            1 => return 5,
            _ => 2,
        }
    } else if n > 3 {
        loop {
            break 7;
        }
    } else {
        9
    };
    let b: i64 = a;
    let d = match (c, n) {
        (true, 0) => None1 { v: 1 },
        _ => None1 { v: 2 },
    };
    let e = d.v;
    let f = c as i64 + b;
    let g = (c as u8) << 2;
    let h = match n {
        i32::MIN..=-1 => -1,
        0 => 0,
        _ => 1,
    };
    let i = h * n;
    if c {
        a
    } else {
        return b;
    }
}

#[derive(DeviceCopy)]
struct None1 {
    v: u8,
}

#[device_fn]
fn enums(m: Mode) -> u32 {
    let same = m == Mode::Fast;
    let number = m as u32;
    let other = Mode::Exact;
    let as_byte = Mode::Fast as u8;
    let picked = match m {
        Mode::Fast => 1,
        Mode::Exact => number,
    };
    picked
}

#[derive(DeviceCopy)]
enum Mode {
    Fast,
    Exact,
}
