//! Tuples, arrays, structs and enums: as locals, in memory, as arguments.

use phalanx::prelude::*;
use phalanx_language::each_device;

#[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
#[repr(C)]
struct Particle {
    alive: bool,
    position: [f32; 3],
    kind: Kind,
    charge: i64,
    tag: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
#[repr(u16)]
enum Kind {
    Electron,
    Muon = 300,
    Tau,
}

#[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
#[repr(C, align(16))]
struct Matrix([[f32; 2]; 2]);

/// Generic over its parts.
#[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
#[repr(C)]
struct Both<A, B> {
    first: A,
    second: B,
}

fn particles() -> Vec<Particle> {
    (0..37)
        .map(|i| Particle {
            alive: i % 3 != 0,
            position: [i as f32, 0.5, -1.0],
            kind: [Kind::Electron, Kind::Muon, Kind::Tau][i % 3],
            charge: i as i64 - 10,
            tag: i as u8,
        })
        .collect()
}

#[device_fn]
fn moved(p: Particle, by: f32) -> Particle {
    Particle {
        position: [p.position[0] + by, p.position[1], p.position[2]],
        tag: p.tag + 1,
        ..p
    }
}

#[group_kernel]
fn step(grid: Grid, input: &[Particle], output: &mut [Particle], by: f32) {
    for i in grid.stride(0..input.len()) {
        output[i] = moved(input[i], by);
        output[i].charge += input[i].position[2] as i64;
        output[i].position[1] *= 3.0;
        if input[i].alive {
            output[i].kind = match input[i].kind {
                Kind::Electron => Kind::Muon,
                Kind::Muon => Kind::Tau,
                Kind::Tau => Kind::Electron,
            };
        }
        let all = output[i].position;
        for k in 0..all.len() {
            output[i].position[k] = all[k] + k as f32;
        }
    }
}

#[test]
fn structs_in_memory() {
    each_device(|stream| {
        let input = particles();
        let device = stream.upload(&input)?;
        let mut output = stream.upload(&input)?;
        step::launch(
            stream,
            Launch::cover(input.len()).threads(32),
            &device,
            &mut output,
            0.25,
        )?;
        let expected: Vec<Particle> = input
            .iter()
            .map(|p| Particle {
                position: [
                    p.position[0] + 0.25,
                    p.position[1] * 3.0 + 1.0,
                    p.position[2] + 2.0,
                ],
                tag: p.tag + 1,
                charge: p.charge - 1,
                kind: match (p.alive, p.kind) {
                    (false, kind) => kind,
                    (true, Kind::Electron) => Kind::Muon,
                    (true, Kind::Muon) => Kind::Tau,
                    (true, Kind::Tau) => Kind::Electron,
                },
                ..*p
            })
            .collect();
        assert_eq!(stream.download(&output)?, expected);
        Ok(())
    });
}

/// Every kind of value as an argument, in an order that needs padding.
#[group_kernel]
#[allow(clippy::too_many_arguments)]
fn arguments(
    grid: Grid,
    a: bool,
    b: u8,
    c: i64,
    d: f16,
    e: Particle,
    f: usize,
    g: [u16; 3],
    h: Kind,
    m: Matrix,
    both: Both<u8, f64>,
    i: i8,
    y: &mut [f64],
) {
    if grid.thread_rank() == 0 {
        y[0] = if a { 1.0 } else { 0.0 };
        y[1] = b as f64;
        y[2] = c as f64;
        y[3] = d.to_f64();
        y[4] = e.charge as f64 + e.position[0] as f64 + e.tag as f64;
        y[5] = f as f64;
        y[6] = (g[0] + g[1] + g[2]) as f64;
        y[7] = h as u16 as f64;
        y[8] = (m.0[0][1] - m.0[1][0]) as f64;
        y[9] = both.second + both.first as f64;
        y[10] = i as f64;
    }
}

#[test]
fn values_of_every_kind_are_arguments() {
    each_device(|stream| {
        let mut y = stream.zeros::<f64>(11)?;
        arguments::launch(
            stream,
            Launch::blocks(1).threads(1),
            true,
            200,
            -(1 << 40),
            f16::from_f32(0.375),
            particles()[5],
            1 << 33,
            [1, 60_000, 3],
            Kind::Tau,
            Matrix([[1.0, 2.5], [3.0, 4.0]]),
            Both {
                first: 7,
                second: 0.125,
            },
            -3,
            &mut y,
        )?;
        let expected = [
            1.0,
            200.0,
            -f64::from(1 << 20) * f64::from(1 << 20),
            0.375,
            -5.0 + 5.0 + 5.0,
            f64::from(1 << 30) * 8.0,
            60_004.0,
            301.0,
            -0.5,
            7.125,
            -3.0,
        ];
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

#[device_fn]
fn swapped<T: DeviceCopy>(pair: (T, T)) -> (T, T) {
    (pair.1, pair.0)
}

#[device_fn]
fn of_array(values: [i32; 4]) -> [i32; 4] {
    let mut values = values;
    values[0] = -1;
    [values[3], values[2], values[1], values[0]]
}

#[group_kernel]
fn locals(grid: Grid, y: &mut [i32]) {
    for i in grid.stride(0..y.len()) {
        let n = i as i32;
        let mut pair = swapped((n, n * 10));
        pair.1 += 1;
        let nested = ((pair, 2.5f32), [true, false]);
        let array = [n, n + 1, n + 2, n + 3];
        let reversed = of_array(array);
        let mut grid_of = [[0i32; 3]; 2];
        grid_of[1][2] = reversed[0];
        grid_of[0] = [5; 3];
        let copy = grid_of;
        grid_of[0][1] = 100;
        let mut sum = 0;
        for r in 0..copy.len() {
            for c in 0..copy[r].len() {
                sum += copy[r][c] * 7;
            }
        }
        let unit = ();
        let _ = unit;
        let Both { first, second } = Both {
            first: nested.0.0.0,
            second: swapped((1u8, 2u8)),
        };
        let single = (n,);
        y[i] = first + nested.0.0.1 + (nested.0.1 * 2.0) as i32 + nested.1[0] as i32;
        y[i] += sum + grid_of[0][1] + array[0] + reversed[3] + second.0 as i32 + single.0;
    }
}

#[test]
fn tuples_and_arrays_are_values() {
    each_device(|stream| {
        let mut y = stream.zeros::<i32>(20)?;
        locals::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        let expected: Vec<i32> = (0..20)
            .map(|n| n * 10 + n + 1 + 5 + 1 + 7 * (15 + n + 3) + 100 + n - 1 + 2 + n)
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

mod shapes {
    use super::DeviceCopy;

    #[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
    #[repr(C)]
    pub(crate) struct Disk {
        pub(crate) center: Center,
        pub(crate) radius: f32,
    }

    #[derive(Clone, Copy, Debug, PartialEq, DeviceCopy)]
    #[repr(C)]
    pub(crate) struct Center(pub(crate) f32, pub(crate) f32);

    pub(crate) type Real = f32;
}

/// A type of another module, in a buffer with one element; aliases are the types they name.
#[group_kernel]
fn grow(grid: Grid, disk: &mut shapes::Disk, by: &shapes::Real, areas: &mut [shapes::Real; 2]) {
    if grid.thread_rank() == 0 {
        areas[0] = disk.radius * disk.radius;
        disk.radius += *by;
        disk.center.1 = -disk.center.0;
        let shapes::Disk {
            center: shapes::Center(x, y),
            radius,
        } = *disk;
        areas[1] = radius * radius + x + y;
    }
}

#[test]
fn one_object_behind_a_reference() {
    each_device(|stream| {
        let disk = shapes::Disk {
            center: shapes::Center(3.0, 4.0),
            radius: 1.5,
        };
        let mut device = stream.upload(&[disk])?;
        let by = stream.upload(&[0.5_f32])?;
        let mut areas = stream.upload(&[[0.0_f32; 2]])?;
        grow::launch(
            stream,
            Launch::blocks(1).threads(32),
            &mut device,
            &by,
            &mut areas,
        )?;
        let expected = shapes::Disk {
            center: shapes::Center(3.0, -3.0),
            radius: 2.0,
        };
        assert_eq!(stream.download(&device)?, [expected]);
        assert_eq!(stream.download(&areas)?, [[2.25, 4.0]]);
        Ok(())
    });
}
