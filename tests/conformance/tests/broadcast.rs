//! One value for all threads: broadcasts, uniform loads, what one thread does for all.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::broadcast;
use phalanx_conformance::kernels::shuffle::Wide;
use phalanx_conformance::reference::{Value, assert_same, random};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const BLOCKS: usize = 3;
const THREADS: usize = 96;
const N: usize = BLOCKS * THREADS;

fn values<T: Value>(rng: &mut StdRng) -> Vec<T> {
    random(N, rng)
}

fn wides(rng: &mut StdRng) -> Vec<Wide> {
    let wide = |rng: &mut StdRng| Wide {
        a: rng.random(),
        b: rng.random(),
        c: rng.random(),
        d: rng.random(),
        e: [rng.random(), rng.random()],
    };
    (0..N).map(|_| wide(rng)).collect()
}

fn same_wides(got: &[Wide], want: &[Wide], what: &str) {
    assert_eq!(got, want, "{what}");
}

/// What each thread gets in groups of `n`: the value of `rank`, and that of rank 0.
fn expected<T: Copy>(x: &[T], n: usize, rank: usize) -> Vec<T> {
    x.chunks(n)
        .flat_map(|group| [group[rank], group[0]].repeat(n))
        .collect()
}

macro_rules! cases {
    ($suite:ident, $values:ident, $same:ident, $($t:ty)*) => {$(
        $suite.case(concat!("block/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(19);
            for rank in [0, 1, 33, THREADS - 1] {
                let x: Vec<$t> = $values(&mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.upload(&[&x[..], &x[..]].concat())?;
                broadcast::block::launch(stream, Launch::blocks(BLOCKS).threads(THREADS), &device_x, rank, &mut y)?;
                $same(&stream.download(&y)?, &expected(&x, THREADS, rank), &format!("rank {rank}"));
            }
            Ok(())
        });
        $suite.case(concat!("grid/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(20);
            for rank in [0, 1, THREADS + 5, N - 1] {
                let x: Vec<$t> = $values(&mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.upload(&[&x[..], &x[..]].concat())?;
                let launch = Cooperative::blocks(BLOCKS).threads(THREADS);
                broadcast::grid::launch(stream, launch, &device_x, rank, &mut y)?;
                $same(&stream.download(&y)?, &expected(&x, N, rank), &format!("rank {rank}"));
            }
            Ok(())
        });
    )*};
}

macro_rules! tile_cases {
    ($suite:ident, $values:ident, $same:ident, $($t:ty)*) => {$(
        $suite.case(concat!("tile/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(21);
            for n in [1, 8, 32] {
                for rank in [0, n / 2, n - 1] {
                    let x: Vec<$t> = $values(&mut rng);
                    let device_x = stream.upload(&x)?;
                    let mut y = stream.upload(&[&x[..], &x[..]].concat())?;
                    let launch = Launch::blocks(BLOCKS).threads(THREADS);
                    broadcast::tile::launch(stream, broadcast::tile::variant(n)?, launch, &device_x, rank, &mut y)?;
                    $same(&stream.download(&y)?, &expected(&x, n, rank), &format!("rank {rank} of tile<{n}>"));
                }
            }
            Ok(())
        });
    )*};
}

/// 1 + 2 + … + n.
fn triangle(n: u32) -> u32 {
    n * (n + 1) / 2
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, values, assert_same, u8 i32 u64 f16 f64);
    cases!(suite, wides, same_wides, Wide);
    tile_cases!(suite, values, assert_same, u8 u64);
    tile_cases!(suite, wides, same_wides, Wide);

    suite.case("count_down", |stream| {
        let start = [0_u32, 1, 17];
        let device_start = stream.upload(&start)?;
        let mut y = stream.zeros::<u32>(N)?;
        broadcast::count_down::launch(
            stream,
            Launch::blocks(BLOCKS).threads(THREADS),
            &device_start,
            &mut y,
        )?;
        let want: Vec<u32> = start
            .iter()
            .flat_map(|&n| vec![triangle(n); THREADS])
            .collect();
        assert_same(&stream.download(&y)?, &want, "blocks");
        Ok(())
    });

    suite.case("count_down_tile", |stream| {
        let mut rng = StdRng::seed_from_u64(22);
        for n in [1, 8, 32] {
            let start: Vec<u32> = (0..N / n).map(|_| rng.random_range(0..20)).collect();
            let mut levels = stream.upload(&start)?;
            let mut y = stream.zeros::<u32>(N)?;
            let variant = broadcast::count_down_tile::variant(n)?;
            let launch = Launch::blocks(BLOCKS).threads(THREADS);
            broadcast::count_down_tile::launch(stream, variant, launch, &mut levels, &mut y)?;
            let want: Vec<u32> = start
                .iter()
                .flat_map(|&start| vec![triangle(start); n])
                .collect();
            assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>"));
        }
        Ok(())
    });

    suite.case("count_down_grid", |stream| {
        let mut level = stream.upload(&[25_u32])?;
        let mut y = stream.zeros::<u32>(N)?;
        let launch = Cooperative::blocks(BLOCKS).threads(THREADS);
        broadcast::count_down_grid::launch(stream, launch, &mut level, &mut y)?;
        assert_same(&stream.download(&y)?, &[triangle(25); N], "grid");
        Ok(())
    });

    suite.case("compact", |stream| {
        let mut rng = StdRng::seed_from_u64(23);
        for _ in 0..5 {
            let x: Vec<u32> = (0..1000).map(|_| rng.random()).collect();
            let device_x = stream.upload(&x)?;
            let mut count = stream.zeros::<u32>(1)?;
            let mut out = stream.zeros::<u32>(x.len())?;
            let launch = Launch::blocks(BLOCKS).threads(THREADS);
            broadcast::compact::launch(stream, launch, &device_x, &mut count, &mut out)?;
            let mut want: Vec<u32> = x.into_iter().filter(|x| x % 2 == 1).collect();
            assert_same(&stream.download(&count)?, &[want.len() as u32], "how many");
            let mut out = stream.download(&out)?;
            out.truncate(want.len());
            out.sort_unstable();
            want.sort_unstable();
            assert_same(&out, &want, "which");
        }
        Ok(())
    });

    suite.case("tickets", |stream| {
        let mut counters = stream.zeros::<u64>(3)?;
        let mut y = stream.zeros::<u64>(3 * N)?;
        let launch = Cooperative::blocks(BLOCKS).threads(THREADS);
        broadcast::tickets::launch(stream, launch, &mut counters, &mut y)?;
        let y = stream.download(&y)?;
        for (group, of, step) in [(16, 0, 1), (THREADS, 1, 10), (N, 2, 100)] {
            let drawn: Vec<u64> = y.chunks(3).map(|ticket| ticket[of]).collect();
            let mut tickets = Vec::new();
            for (number, group) in drawn.chunks(group).enumerate() {
                assert!(
                    group.iter().all(|&ticket| ticket == group[0]),
                    "group {number} has one ticket: {group:?}"
                );
                tickets.push(group[0]);
            }
            tickets.sort_unstable();
            let want: Vec<u64> = (0..(N / group) as u64)
                .map(|number| number * step)
                .collect();
            assert_same(&tickets, &want, &format!("groups of {group}"));
        }
        Ok(())
    });
    suite.run()
}
