//! Grids: ranks in three dimensions, strides over every kind of range, the barrier of a cooperative launch.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::grid;
use phalanx_conformance::reference::{assert_same, random};
use rand::SeedableRng;
use rand::rngs::StdRng;

macro_rules! strides {
    ($suite:ident, $kernel:ident, $t:ty, [$($range:expr),* $(,)?]) => {
        $suite.case(stringify!($kernel), |stream| {
            let ranges: &[std::ops::Range<$t>] = &[$($range),*];
            for range in ranges {
                for (blocks, threads) in [(1, 1), (2, 33), (7, 128)] {
                    let visited = range.clone().count();
                    let mut hits = stream.zeros::<u32>(visited.max(1))?;
                    let launch = Launch::blocks(blocks).threads(threads);
                    grid::$kernel::launch(stream, launch, range.start, range.end, &mut hits)?;
                    let mut want = vec![1_u32; visited];
                    want.resize(visited.max(1), 0);
                    let what = format!("{range:?} by {blocks} blocks of {threads}");
                    assert_same(&stream.download(&hits)?, &want, &what);
                }
            }
            Ok(())
        });
    };
}

// Reversed ranges are among those to be strided over.
#[allow(clippy::reversed_empty_ranges)]
fn main() -> ExitCode {
    let mut suite = Suite::new();

    suite.case("shape", |stream| {
        for (dim, threads) in [((5, 1, 1), 3_usize), ((2, 3, 1), 32), ((2, 2, 3), 8)] {
            let blocks = dim.0 * dim.1 * dim.2;
            let total = blocks * threads;
            let mut y = stream.zeros::<usize>(10 * total)?;
            grid::shape::launch(stream, Launch::blocks(dim).threads(threads), &mut y)?;
            let want: Vec<usize> = (0..total)
                .flat_map(|i| {
                    let block = i / threads;
                    let (x, y, z) = (block % dim.0, block / dim.0 % dim.1, block / dim.0 / dim.1);
                    [total, i, blocks, block, x, y, z, dim.0, dim.1, dim.2]
                })
                .collect();
            assert_same(&stream.download(&y)?, &want, &format!("{dim:?}"));
        }
        Ok(())
    });

    // Empty, reversed, short, long, and up to the limits of the type.
    strides!(
        suite,
        stride_usize,
        usize,
        [
            0..0,
            5..5,
            7..3,
            0..1,
            0..1000,
            17..1500,
            usize::MAX - 300..usize::MAX
        ]
    );
    strides!(
        suite,
        stride_i32,
        i32,
        [
            0..0,
            3..-3,
            -5..5,
            -700..700,
            i32::MIN..i32::MIN + 900,
            i32::MAX - 900..i32::MAX
        ]
    );
    strides!(
        suite,
        stride_u8,
        u8,
        [0..0, 9..2, 0..255, 250..255, 100..200]
    );

    suite.case("exchange", |stream| {
        let mut rng = StdRng::seed_from_u64(12);
        for (blocks, threads) in [(1, 1), (1, 64), (4, 32), (8, 64)] {
            let n = blocks * threads;
            let start: Vec<u32> = random(n, &mut rng);
            for rounds in [0_u32, 1, 2, 15] {
                let (mut here, mut there) = (stream.upload(&start)?, stream.upload(&start)?);
                let launch = Cooperative::blocks(blocks).threads(threads);
                grid::exchange::launch(stream, launch, &mut here, &mut there, rounds)?;
                let mut want = start.clone();
                for _ in 0..rounds {
                    let at = |i: usize| want[i % n];
                    want = (0..n)
                        .map(|i| {
                            at(i)
                                .wrapping_mul(3)
                                .wrapping_add(at(i + 1))
                                .wrapping_add(at(i + n / 2))
                                .wrapping_add(at(i + n - 1))
                        })
                        .collect();
                }
                let got = stream.download(if rounds.is_multiple_of(2) {
                    &here
                } else {
                    &there
                })?;
                assert_same(
                    &got,
                    &want,
                    &format!("{blocks} blocks of {threads}, {rounds} rounds"),
                );
            }
        }
        Ok(())
    });

    suite.case("split_barrier", |stream| {
        let (blocks, threads, rounds) = (3_usize, 64_usize, 10_u32);
        let n = blocks * threads;
        let (mut x, mut y) = (stream.zeros::<u32>(n)?, stream.zeros::<u32>(n)?);
        let launch = Cooperative::blocks(blocks).threads(threads);
        grid::split_barrier::launch(stream, launch, &mut x, rounds, &mut y)?;
        let want: Vec<u32> = (0..n)
            .map(|rank| {
                let next = ((rank + threads) % n) as u32;
                let most = (rank / threads * threads + threads - 1) as u32;
                (0..rounds).map(|round| next + round + most).sum()
            })
            .collect();
        assert_same(&stream.download(&y)?, &want, "sums");
        Ok(())
    });
    suite.run()
}
