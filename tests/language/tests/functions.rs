//! Device functions: in any module, generic over groups, values and constants.

use phalanx::prelude::*;
use phalanx_language::each_device;

mod tools {
    use phalanx::prelude::*;

    #[device_fn]
    pub(crate) fn area(w: u32, h: u32) -> u32 {
        inner::product(w, h)
    }

    pub(crate) mod inner {
        use super::*;

        #[device_fn]
        pub(crate) fn product(a: u32, b: u32) -> u32 {
            a * b + super::super::ONE
        }
    }

    pub(crate) use self::inner::product as times;
}

const ONE: u32 = 1;

/// Sums over any group that can.
#[device_fn]
fn group_sum<G: Reduce>(g: &G, v: u32) -> u32 {
    g.reduce(v, Plus)
}

#[device_fn]
fn first_of<G: Shuffle + Vote, T: DeviceCopy>(g: &G, v: T) -> T {
    if g.any(true) { g.shfl(v, 0) } else { v }
}

#[device_fn]
fn share<G>(g: &G, n: usize) -> usize
where
    G: Group,
{
    n / g.num_threads() + g.thread_rank()
}

#[device_fn]
fn larger<T: Number>(a: T, b: T) -> T {
    if a < b { b } else { a }
}

#[device_fn]
fn power<const N: u32>(x: u32) -> u32 {
    let mut p = 1;
    for _ in 0..N {
        p *= x;
    }
    p
}

#[device_fn]
fn half_tile<const N: usize>(tile: &ThreadBlockTile<N>, v: u32) -> u32 {
    let values = [v; N];
    tile.reduce(values[N - 1], Max)
}

#[group_kernel]
fn calls(grid: Grid, block: ThreadBlock, tile: ThreadBlockTile<8>, y: &mut [u32]) {
    let i = grid.thread_rank() as u32;
    let mut v = tools::area(i, 2) + tools::times(i, 3);
    v += group_sum(&tile, i) * 1000;
    let small = tile.tiled_partition::<2>();
    v += group_sum(&small, 1) * 100_000;
    v += first_of(&tile, i) + first_of(&small, (i as f32, true)).0 as u32;
    v += (share(&grid, 640) + share(&block, 64) + share::<ThreadBlockTile<2>>(&small, 2)) as u32;
    v += larger(i, 3) + larger(-1.5, i as f64) as u32 + larger::<u8>(2, i as u8) as u32;
    v += power::<3>(i) + power::<{ 1 + 1 }>(2) + half_tile(&tile, i) + half_tile::<2>(&small, i);
    if (i as usize) < y.len() {
        y[i as usize] = v;
    }
}

#[test]
fn calls_across_modules_and_generics() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(64)?;
        calls::launch(stream, Launch::blocks(2).threads(32), &mut y)?;
        let expected: Vec<u32> = (0..64)
            .map(|i| {
                let mut v = i * 2 + 1 + i * 3 + 1;
                v += (i / 8 * 8..i / 8 * 8 + 8).sum::<u32>() * 1000 + 200_000;
                v += i / 8 * 8 + i / 2 * 2;
                v += (10 + i) + (2 + i % 32) + (1 + i % 2);
                v += i.max(3) + i + i.max(2);
                v + i * i * i + 4 + (i / 8 * 8 + 7) + (i / 2 * 2 + 1)
            })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}

/// Functions of values can be called on the host too, with the same meaning.
#[test]
fn the_host_calls_functions_of_values() {
    assert_eq!(tools::area(u32::MAX, 2), u32::MAX);
    assert_eq!(larger(2.0, -1.0), 2.0);
    assert_eq!(power::<9>(1 << 8), 0);
}

/// Does nothing and gives nothing.
#[device_fn]
fn nothing() {}

#[device_fn]
fn early(y: &mut [u32], i: usize) {
    if i >= y.len() {
        return;
    }
    y[i] += 1;
}

#[group_kernel]
fn of_unit(grid: Grid, y: &mut [u32]) {
    nothing();
    let unit = early(y, grid.thread_rank());
    unit
}

#[test]
fn functions_of_unit() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(5)?;
        of_unit::launch(stream, Launch::blocks(1).threads(8), &mut y)?;
        assert_eq!(stream.download(&y)?, [1; 5]);
        Ok(())
    });
}

/// The groups of the moment.
#[device_fn]
fn vote(v: u32) -> u32 {
    let active = coalesced_threads();
    let most = active.reduce(v, Max);
    most * 100 + active.num_threads() as u32 + active.ballot(v == most)
}

#[group_kernel]
fn coalesced(block: ThreadBlock, y: &mut [u32]) {
    let i = block.thread_rank();
    y[i] = if i % 4 == 1 { vote(i as u32) } else { 0 };
}

#[test]
fn coalesced_groups() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(32)?;
        coalesced::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        let expected: Vec<u32> = (0..32)
            .map(|i| if i % 4 == 1 { 2900 + 8 + 128 } else { 0 })
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        Ok(())
    });
}
