//! Scans of tiles: operator × type × tile size, bit for bit.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::scan;
use phalanx_conformance::reference::{self, Operators, assert_same, exclusive, random};
use rand::SeedableRng;
use rand::rngs::StdRng;

const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 32];
const BLOCKS: usize = 2;
const THREADS: usize = 96;

/// What each thread gets of one operator: the inclusive and the exclusive scan.
fn both<T: Copy>(tile: &[T], op: impl Fn(T, T) -> T + Copy, identity: T) -> Vec<[T; 2]> {
    let inclusive = reference::scan(tile, op);
    inclusive
        .into_iter()
        .zip(exclusive(tile, op, identity))
        .map(|(a, b)| [a, b])
        .collect()
}

macro_rules! cases {
    ($suite:ident, $kernel:ident, $op:expr, $identity:ident, $($t:ty)*) => {$(
        $suite.case(concat!(stringify!($kernel), "/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(12);
            for n in SIZES {
                let x: Vec<$t> = random(BLOCKS * THREADS, &mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.zeros::<$t>(2 * x.len())?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                scan::$kernel::launch(stream, scan::$kernel::variant(n)?, launch, &device_x, &mut y)?;
                let identity = <$t as Operators>::$identity;
                let want: Vec<$t> = x.chunks(n).flat_map(|tile| both(tile, $op, identity)).flatten().collect();
                assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>"));
            }
            Ok(())
        });
    )*};
}

macro_rules! bit_cases {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("bits/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(13);
            for n in [1, 4, 32] {
                let x: Vec<$t> = random(BLOCKS * THREADS, &mut rng);
                let device_x = stream.upload(&x)?;
                let mut y = stream.zeros::<$t>(6 * x.len())?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                scan::bits::launch(stream, scan::bits::variant(n)?, launch, &device_x, &mut y)?;
                let mut want = Vec::new();
                for tile in x.chunks(n) {
                    let and = both(tile, |a, b| a & b, !0);
                    let or = both(tile, |a, b| a | b, 0);
                    let xor = both(tile, |a, b| a ^ b, 0);
                    for rank in 0..n {
                        want.extend([and[rank], or[rank], xor[rank]].into_iter().flatten());
                    }
                }
                assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>"));
            }
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, plus, Operators::plus, ZERO, i8 i32 u64 f16 bf16 f32 f64);
    cases!(suite, min, Operators::minimum, MOST, i8 i32 u64 f16 bf16 f32 f64);
    cases!(suite, max, Operators::maximum, LEAST, i8 i32 u64 f16 bf16 f32 f64);
    bit_cases!(suite, i16 u32 u64);
    suite.run()
}
