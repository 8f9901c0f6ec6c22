//! Shuffles and votes of tiles, and tiles of tiles.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::shuffle::{self, Wide};
use phalanx_conformance::reference::{Value, assert_same, butterfly, random};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 32];
const BLOCKS: usize = 2;
const THREADS: usize = 96;

/// [`Wide`] under test; a wrapper, since neither the trait nor the tests' helpers belong to it.
fn wide(rng: &mut StdRng) -> Wide {
    Wide {
        a: rng.random(),
        b: rng.random(),
        c: rng.random(),
        d: rng.random(),
        e: [rng.random(), rng.random()],
    }
}

fn values<T: Value>(rng: &mut StdRng) -> Vec<T> {
    random(BLOCKS * THREADS, rng)
}

fn wides(rng: &mut StdRng) -> Vec<Wide> {
    (0..BLOCKS * THREADS).map(|_| wide(rng)).collect()
}

fn same_wides(got: &[Wide], want: &[Wide], what: &str) {
    assert_eq!(got, want, "{what}");
}

/// What each thread gets when rank `from(rank)` of its tile gives, its own where that is no rank.
fn moved<T: Copy>(x: &[T], n: usize, from: impl Fn(usize, usize) -> Option<usize>) -> Vec<T> {
    (0..x.len())
        .map(|i| from(i, i % n).map_or(x[i], |rank| x[i - i % n + rank]))
        .collect()
}

macro_rules! cases {
    ($suite:ident, $values:ident, $same:ident, $($t:ty)*) => {$(
        $suite.case(concat!("shfl/", stringify!($t)), move |stream| {
            let mut rng = StdRng::seed_from_u64(2);
            for n in SIZES {
                let x: Vec<$t> = $values(&mut rng);
                let lane: Vec<usize> = x.iter().map(|_| rng.random_range(0..2 * n)).collect();
                let (device_x, device_lane) = (stream.upload(&x)?, stream.upload(&lane)?);
                let mut y = stream.upload(&x)?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                shuffle::shfl::launch(stream, shuffle::shfl::variant(n)?, launch, &device_x, &device_lane, &mut y)?;
                $same(&stream.download(&y)?, &moved(&x, n, |i, _| Some(lane[i] % n)), &format!("tile<{n}>"));
            }
            Ok(())
        });
    )*};
}

macro_rules! shift_cases {
    ($suite:ident, $kernel:ident, $deltas:expr, $from:expr, $values:ident, $same:ident, $($t:ty)*) => {$(
        $suite.case(concat!(stringify!($kernel), "/", stringify!($t)), move |stream| {
            let mut rng = StdRng::seed_from_u64(3);
            for n in SIZES {
                let deltas: Vec<usize> = $deltas(n);
                for delta in deltas {
                    let x: Vec<$t> = $values(&mut rng);
                    let device_x = stream.upload(&x)?;
                    let mut y = stream.upload(&x)?;
                    let launch = Launch::blocks(BLOCKS).threads(THREADS);
                    shuffle::$kernel::launch(stream, shuffle::$kernel::variant(n)?, launch, &device_x, delta, &mut y)?;
                    let want = moved(&x, n, |_, rank| $from(rank, delta, n));
                    $same(&stream.download(&y)?, &want, &format!("tile<{n}> by {delta}"));
                }
            }
            Ok(())
        });
    )*};
}

fn within(n: usize) -> Vec<usize> {
    (0..n).step_by(3).collect()
}

fn beyond(n: usize) -> Vec<usize> {
    vec![0, 1, 3, n - 1, n, n + 1, 40]
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, values, assert_same, i8 i16 i32 i64 u8 u16 u32 u64 usize f16 bf16 f32 f64);
    cases!(suite, wides, same_wides, Wide);
    let up = |rank: usize, delta: usize, _: usize| rank.checked_sub(delta);
    let down = |rank: usize, delta: usize, n: usize| Some(rank + delta).filter(|&rank| rank < n);
    let xor = |rank: usize, mask: usize, _: usize| Some(rank ^ mask);
    shift_cases!(suite, shfl_up, beyond, up, values, assert_same, u8 i32 u64 f16 f32 f64);
    shift_cases!(suite, shfl_up, beyond, up, wides, same_wides, Wide);
    shift_cases!(suite, shfl_down, beyond, down, values, assert_same, u8 i32 u64 f16 f32 f64);
    shift_cases!(suite, shfl_down, beyond, down, wides, same_wides, Wide);
    shift_cases!(suite, shfl_xor, within, xor, values, assert_same, u8 i32 u64 f16 f32 f64);
    shift_cases!(suite, shfl_xor, within, xor, wides, same_wides, Wide);

    suite.case("votes", |stream| {
        let mut rng = StdRng::seed_from_u64(4);
        for n in SIZES {
            // Few, many, none and all set, so that `any` and `all` are seen both ways.
            for ratio in [0, 1, 16, 31, 32] {
                let flag: Vec<u8> = (0..BLOCKS * THREADS)
                    .map(|_| rng.random_ratio(ratio, 32) as u8)
                    .collect();
                let device_flag = stream.upload(&flag)?;
                let mut y = stream.zeros::<u32>(3 * flag.len())?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                shuffle::votes::launch(
                    stream,
                    shuffle::votes::variant(n)?,
                    launch,
                    &device_flag,
                    &mut y,
                )?;
                let want: Vec<u32> = flag
                    .chunks(n)
                    .flat_map(|tile| {
                        let ballot = tile
                            .iter()
                            .enumerate()
                            .map(|(rank, &set)| u32::from(set) << rank)
                            .sum::<u32>();
                        let any = tile.iter().any(|&set| set != 0);
                        let all = tile.iter().all(|&set| set != 0);
                        [u32::from(any), u32::from(all), ballot].repeat(n)
                    })
                    .collect();
                assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>"));
            }
        }
        Ok(())
    });

    suite.case("tile_ranks", |stream| {
        for threads in [(64, 1, 1), (8, 8, 1), (4, 4, 6), (1, 32, 3)] {
            let total = threads.0 * threads.1 * threads.2;
            for n in SIZES {
                let mut y = stream.zeros::<usize>(4 * total)?;
                let launch = Launch::blocks(1).threads(threads);
                shuffle::tile_ranks::launch(
                    stream,
                    shuffle::tile_ranks::variant(n)?,
                    launch,
                    &mut y,
                )?;
                let want: Vec<usize> = (0..total)
                    .flat_map(|rank| [rank % n, n, rank / n, total / n])
                    .collect();
                assert_same(
                    &stream.download(&y)?,
                    &want,
                    &format!("tile<{n}> of {threads:?}"),
                );
            }
        }
        Ok(())
    });

    suite.case("nested_tiles", |stream| {
        let mut rng = StdRng::seed_from_u64(5);
        let x: Vec<u32> = random(128, &mut rng);
        let device_x = stream.upload(&x)?;
        let mut y = stream.zeros::<u32>(3 * 128)?;
        let mut ranks = stream.zeros::<usize>(2 * 128)?;
        shuffle::nested_tiles::launch(
            stream,
            Launch::blocks(1).threads(128),
            &device_x,
            &mut y,
            &mut ranks,
        )?;
        let level = |n: usize| -> Vec<u32> {
            x.chunks(n)
                .flat_map(|tile| butterfly(tile, u32::wrapping_add))
                .collect()
        };
        let (warp, half, quad) = (level(32), level(16), level(4));
        let want: Vec<u32> = (0..128).flat_map(|i| [warp[i], half[i], quad[i]]).collect();
        assert_same(&stream.download(&y)?, &want, "sums");
        let want: Vec<usize> = (0..128).flat_map(|i| [i / 4 % 4, 4]).collect();
        assert_same(&stream.download(&ranks)?, &want, "ranks in the tile of 16");
        Ok(())
    });
    suite.run()
}
