//! `tile.reduce`: operator × type × tile size, bit for bit.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::reduce;
use phalanx_conformance::reference::{Operators, assert_same, butterfly, random};
use rand::SeedableRng;
use rand::rngs::StdRng;

const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 32];
const BLOCKS: usize = 3;
const THREADS: usize = 192;

/// What each thread gets, tile by tile. Minimum and maximum are those of rank 0 in every thread, so that
/// all threads hold the same bits.
fn expected<T: Operators>(x: &[T], n: usize, op: fn(T, T) -> T, from_rank_0: bool) -> Vec<T> {
    x.chunks(n)
        .flat_map(|tile| {
            let all = butterfly(tile, op);
            if from_rank_0 { vec![all[0]; n] } else { all }
        })
        .collect()
}

macro_rules! cases {
    ($suite:ident, $kernel:ident, $op:expr, $from_rank_0:expr, $($t:ty)*) => {$(
        $suite.case(format!("{}/{}", stringify!($kernel), stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(1);
            for n in SIZES {
                let x: Vec<$t> = random(BLOCKS * THREADS, &mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.zeros::<$t>(x.len())?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                reduce::$kernel::launch(stream, reduce::$kernel::variant(n)?, launch, &device_x, &mut y)?;
                let want = expected(&x, n, $op, $from_rank_0);
                assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>"));
            }
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, plus, Operators::plus, false, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    cases!(suite, min, Operators::minimum, true, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    cases!(suite, max, Operators::maximum, true, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    cases!(suite, bit_and, |a, b| a & b, false, i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    cases!(suite, bit_or, |a, b| a | b, false, i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    cases!(suite, bit_xor, |a, b| a ^ b, false, i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    suite.run()
}
