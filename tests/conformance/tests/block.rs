//! Blocks: shapes and ranks in three dimensions, static and dynamic shared memory, the barrier.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::block;
use phalanx_conformance::reference::{assert_same, random};
use rand::SeedableRng;
use rand::rngs::StdRng;

macro_rules! reverse_cases {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("reverse/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(9);
            let x: Vec<$t> = random(5 * 128, &mut rng);
            let device_x = stream.upload(&x)?;
            let mut y = stream.zeros::<$t>(x.len())?;
            block::reverse::launch(stream, Launch::blocks(5), &device_x, &mut y)?;
            let want: Vec<$t> = x.chunks(128).flat_map(|share| share.iter().rev().copied()).collect();
            assert_same(&stream.download(&y)?, &want, "turned round");
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    reverse_cases!(suite, u8 i16 u32 i64 f16 f32 f64);

    suite.case("shape", |stream| {
        for (grid, dim) in [
            ((2, 1, 1), (32, 1, 1)),
            ((3, 2, 1), (5, 7, 1)),
            ((2, 3, 2), (4, 3, 2)),
            ((1, 1, 3), (1, 1, 33)),
        ] {
            let threads = dim.0 * dim.1 * dim.2;
            let blocks = grid.0 * grid.1 * grid.2;
            let mut y = stream.zeros::<usize>(11 * threads * blocks)?;
            block::shape::launch(stream, Launch::blocks(grid).threads(dim), &mut y)?;
            let mut want = Vec::new();
            for block in 0..blocks {
                for rank in 0..threads {
                    want.extend([
                        block % grid.0,
                        block / grid.0 % grid.1,
                        block / grid.0 / grid.1,
                    ]);
                    want.extend([rank % dim.0, rank / dim.0 % dim.1, rank / dim.0 / dim.1]);
                    want.extend([dim.0, dim.1, dim.2, threads, rank]);
                }
            }
            assert_same(
                &stream.download(&y)?,
                &want,
                &format!("{grid:?} blocks of {dim:?}"),
            );
        }
        Ok(())
    });

    suite.case("fixed_shape", |stream| {
        let mut y = stream.zeros::<usize>(4 * 64)?;
        block::fixed_shape::launch(stream, Launch::blocks(1), &mut y)?;
        let want: Vec<usize> = (0..64)
            .flat_map(|rank| [rank % 8, rank / 8 % 4, rank / 32, 64])
            .collect();
        assert_same(&stream.download(&y)?, &want, "8 × 4 × 2");
        Ok(())
    });

    suite.case("reverse_dynamic", |stream| {
        let mut rng = StdRng::seed_from_u64(10);
        for threads in [1, 33, 64, 250] {
            let x: Vec<u64> = random(3 * threads, &mut rng);
            let device_x = stream.upload(&x)?;
            let mut y = stream.zeros::<u64>(x.len())?;
            let launch = Launch::blocks(3).threads(threads);
            block::reverse_dynamic::launch(stream, launch, threads, threads, &device_x, &mut y)?;
            let want: Vec<u64> = x
                .chunks(threads)
                .flat_map(|share| share.iter().rev().map(|&v| v ^ u64::from(v as u8)))
                .collect();
            assert_same(&stream.download(&y)?, &want, &format!("{threads} threads"));
        }
        Ok(())
    });

    suite.case("histogram", |stream| {
        let mut rng = StdRng::seed_from_u64(11);
        let x: Vec<u32> = random(5000, &mut rng);
        let device_x = stream.upload(&x)?;
        let mut counts = stream.zeros::<u32>(16)?;
        block::histogram::launch(
            stream,
            Launch::blocks(4).threads(96),
            &device_x,
            &mut counts,
        )?;
        let mut want = [0_u32; 16];
        x.iter().for_each(|v| want[*v as usize % 16] += 1);
        assert_same(&stream.download(&counts)?, &want, "counts");
        Ok(())
    });

    suite.case("split_barrier", |stream| {
        let x: Vec<u32> = random(4 * 128, &mut StdRng::seed_from_u64(31));
        let device_x = stream.upload(&x)?;
        let mut y = stream.zeros::<u32>(x.len())?;
        block::split_barrier::launch(stream, Launch::blocks(4).threads(128), &device_x, &mut y)?;
        let mut want = Vec::new();
        for share in x.chunks(128) {
            for (rank, &turned) in share.iter().rev().enumerate() {
                let tile = &share[rank / 32 * 32..rank / 32 * 32 + 32];
                want.push(tile.iter().fold(turned, |sum, &x| sum.wrapping_add(x)));
            }
        }
        assert_same(&stream.download(&y)?, &want, "turned round");
        Ok(())
    });

    suite.case("relay", |stream| {
        for threads in [1_usize, 32, 100, 1024] {
            let rounds = 20_u32;
            let mut y = stream.zeros::<u32>(threads)?;
            block::relay::launch(stream, Launch::blocks(1).threads(threads), rounds, &mut y)?;
            let want: Vec<u32> = (0..threads)
                .map(|rank| ((rank + rounds as usize) % threads) as u32 + rounds)
                .collect();
            assert_same(&stream.download(&y)?, &want, &format!("{threads} threads"));
        }
        Ok(())
    });
    suite.run()
}
