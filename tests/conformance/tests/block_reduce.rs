//! Reductions and votes of blocks of every size, bit for bit.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::block_reduce;
use phalanx_conformance::reference::{Operators, assert_same, butterfly, random, warps};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Parts of a warp, whole ones, some with a rest, the most there can be.
const THREADS: [usize; 11] = [1, 2, 7, 32, 33, 64, 100, 256, 993, 1000, 1024];
const BLOCKS: usize = 2;

macro_rules! cases {
    ($suite:ident, $kernel:ident, $op:expr, $($t:ty)*) => {$(
        $suite.case(concat!(stringify!($kernel), "/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(14);
            for threads in THREADS {
                let x: Vec<$t> = random(BLOCKS * threads, &mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.zeros::<$t>(2 * x.len())?;
                let launch = Launch::blocks(BLOCKS).threads(threads);
                block_reduce::$kernel::launch(stream, launch, &device_x, &mut y)?;
                let mut want = Vec::new();
                for block in x.chunks(threads) {
                    let first = warps(block, $op);
                    let mixed: Vec<$t> =
                        block.iter().enumerate().map(|(rank, &x)| if rank % 3 == 0 { first } else { x }).collect();
                    want.extend([first, warps(&mixed, $op)].repeat(threads));
                }
                assert_same(&stream.download(&y)?, &want, &format!("{threads} threads"));
            }
            Ok(())
        });
    )*};
}

macro_rules! bit_cases {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("bits/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(15);
            for threads in THREADS {
                let x: Vec<$t> = random(BLOCKS * threads, &mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.zeros::<$t>(3 * x.len())?;
                let launch = Launch::blocks(BLOCKS).threads(threads);
                block_reduce::bits::launch(stream, launch, &device_x, &mut y)?;
                let mut want = Vec::new();
                for block in x.chunks(threads) {
                    let values = || block.iter().copied();
                    let all = [
                        values().fold(!0, |a, b| a & b),
                        values().fold(0, |a, b| a | b),
                        values().fold(0, |a, b| a ^ b),
                    ];
                    want.extend(all.repeat(threads));
                }
                assert_same(&stream.download(&y)?, &want, &format!("{threads} threads"));
            }
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, plus, Operators::plus, i8 i32 u64 f16 bf16 f32 f64);
    cases!(suite, min, Operators::minimum, i8 i32 u64 f16 bf16 f32 f64);
    cases!(suite, max, Operators::maximum, i8 i32 u64 f16 bf16 f32 f64);
    bit_cases!(suite, i16 u32 u64);

    suite.case("fixed_shape", |stream| {
        let x: Vec<f32> = random(60, &mut StdRng::seed_from_u64(16));
        let device_x = stream.upload(&x)?;
        let mut y = stream.zeros::<f32>(60)?;
        block_reduce::fixed_shape::launch(stream, Launch::blocks(1), &device_x, &mut y)?;
        assert_same(
            &stream.download(&y)?,
            &[warps(&x, Operators::plus); 60],
            "5 × 4 × 3",
        );
        Ok(())
    });

    suite.case("votes", |stream| {
        let mut rng = StdRng::seed_from_u64(17);
        for threads in THREADS {
            let threads_u32 = threads as u32;
            // One alone, all but one, none, all, some.
            for ratio in [0, 1, threads_u32 / 2, threads_u32 - 1, threads_u32] {
                let flag: Vec<u8> = (0..BLOCKS * threads)
                    .map(|_| rng.random_ratio(ratio, threads_u32) as u8)
                    .collect();
                let device_flag = stream.upload(&flag)?;
                let mut y = stream.zeros::<u32>(2 * flag.len())?;
                let launch = Launch::blocks(BLOCKS).threads(threads);
                block_reduce::votes::launch(stream, launch, &device_flag, &mut y)?;
                let want: Vec<u32> = flag
                    .chunks(threads)
                    .flat_map(|block| {
                        let any = block.iter().any(|&set| set != 0);
                        let all = block.iter().all(|&set| set != 0);
                        [u32::from(any), u32::from(all)].repeat(threads)
                    })
                    .collect();
                assert_same(&stream.download(&y)?, &want, &format!("{threads} threads"));
            }
        }
        Ok(())
    });

    suite.case("generic", |stream| {
        let x: Vec<f32> = random(96, &mut StdRng::seed_from_u64(18));
        let device_x = stream.upload(&x)?;
        let mut y = stream.zeros::<f32>(192)?;
        block_reduce::generic::launch(stream, Launch::blocks(1).threads(96), &device_x, &mut y)?;
        let whole = warps(&x, Operators::plus);
        let tiles = x
            .chunks(8)
            .flat_map(|tile| butterfly(tile, Operators::plus));
        let want: Vec<f32> = tiles.flat_map(|tile| [whole, tile]).collect();
        assert_same(&stream.download(&y)?, &want, "block and tiles");
        Ok(())
    });
    suite.run()
}
