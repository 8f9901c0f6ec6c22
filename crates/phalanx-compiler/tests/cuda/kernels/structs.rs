#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Particle {
    pub alive: bool,
    pub at: Vec3,
    pub mass: f64,
    pub tags: [u16; 3],
}

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C, align(16))]
pub struct Float4(f32, f32, f32, f32);

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Pair<T> {
    pub first: T,
    pub second: T,
}

#[device_fn]
fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

#[device_fn]
fn scale(v: &mut Vec3, by: f32) {
    v.x *= by;
    v.y *= by;
    v.z *= by;
}

#[device_fn]
fn swap<T: DeviceCopy>(pair: Pair<T>) -> Pair<T> {
    Pair { second: pair.first, first: pair.second }
}

#[device_fn]
fn min_max(values: &[f32]) -> (f32, f32) {
    let mut low = f32::INFINITY;
    let mut high = f32::NEG_INFINITY;
    for i in 0..values.len() {
        low = low.min(values[i]);
        high = high.max(values[i]);
    }
    (low, high)
}

#[group_kernel]
pub fn structs(grid: Grid, p: Particle, particles: &mut [Particle], quads: &[Float4], out: &mut [f32], one: &mut Vec3) {
    let Vec3 { x, z: depth, .. } = p.at;
    let mut v = Vec3 { z: 1.0, x: depth, y: x };
    scale(&mut v, 2.0);
    scale(&mut particles[1].at, p.mass as f32);
    scale(one, 0.5);
    particles[0].at.x = dot(v, p.at);
    particles[0].tags[2] = p.tags[1] + 1;
    particles[2] = Particle { alive: false, ..p };
    let Float4(a, b, _, _) = quads[0];
    let q = Float4(a, b, quads[1].2, 0.0);
    let pair = swap(Pair { first: a, second: q.3 });
    let counts = swap(Pair { first: 1u32, second: 2 });
    let (low, high) = min_max(&out[1..4]);
    let numbers = [low, high, pair.first, counts.second as f32];
    let nested = (a, (b, low));
    out[0] = numbers[2] + nested.1 .1 + min_max(&numbers).0 + one.x;
    let (m, n) = (out[5], out[6]);
    out[5] = n;
    out[6] = m;
}
