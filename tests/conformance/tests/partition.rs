//! Matches and partitions of tiles.

use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::partition::{self, Part};
use phalanx_conformance::reference::{self, assert_same, by_predicate, by_rank, mask, random};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const SIZES: [usize; 4] = [1, 4, 16, 32];
const BLOCKS: usize = 2;
const THREADS: usize = 96;
const N: usize = BLOCKS * THREADS;

macro_rules! cases {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("matches/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(24);
            for n in SIZES {
                // One value, few, many.
                for values in [1, 2, 3, 100] {
                    let x: Vec<$t> = (0..N).map(|_| (<$t>::MAX - 50).wrapping_add(rng.random_range(0..values) as $t)).collect();
                    let device_x = stream.upload(&x)?;
                    let mut y = stream.zeros::<u32>(2 * N)?;
                    let launch = Launch::blocks(BLOCKS).threads(THREADS);
                    partition::matches::launch(stream, partition::matches::variant(n)?, launch, &device_x, &mut y)?;
                    let mut want = Vec::new();
                    for tile in x.chunks(n) {
                        let whole = mask(n, |_| true);
                        let all = if tile.iter().all(|x| *x == tile[0]) { whole } else { 0 };
                        want.extend(tile.iter().flat_map(|x| [mask(n, |other| tile[other] == *x), all]));
                    }
                    assert_same(&stream.download(&y)?, &want, &format!("tile<{n}>, {values} values"));
                }
            }
            Ok(())
        });
        $suite.case(concat!("labeled/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(25);
            for n in SIZES {
                for values in [1, 2, 5, 100] {
                    let label: Vec<$t> = (0..N).map(|_| rng.random_range(0..values) as $t).collect();
                    let x: Vec<u32> = random(N, &mut rng);
                    let (device_label, device_x) = (stream.upload(&label)?, stream.upload(&x)?);
                    let mut y = stream.upload(&[Part::default(); N])?;
                    let launch = Launch::blocks(BLOCKS).threads(THREADS);
                    let variant = partition::labeled::variant(n)?;
                    partition::labeled::launch(stream, variant, launch, &device_label, &device_x, &mut y)?;
                    let tiles = label.chunks(n).zip(x.chunks(n));
                    let want: Vec<Part> =
                        tiles.flat_map(|(label, x)| reference::partition(label, x, by_rank)).collect();
                    assert_eq!(stream.download(&y)?, want, "tile<{n}>, {values} labels");
                }
            }
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    cases!(suite, i8 u16 i32 u64);

    suite.case("binary", |stream| {
        let mut rng = StdRng::seed_from_u64(26);
        for n in SIZES {
            for ratio in [0, 1, 16, 31, 32] {
                let flag: Vec<u8> = (0..N).map(|_| rng.random_ratio(ratio, 32) as u8).collect();
                let x: Vec<u32> = random(N, &mut rng);
                let (device_flag, device_x) = (stream.upload(&flag)?, stream.upload(&x)?);
                let mut y = stream.upload(&[Part::default(); N])?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                let variant = partition::binary::variant(n)?;
                partition::binary::launch(
                    stream,
                    variant,
                    launch,
                    &device_flag,
                    &device_x,
                    &mut y,
                )?;
                let set: Vec<bool> = flag.iter().map(|&flag| flag != 0).collect();
                let x: Vec<u32> = x
                    .iter()
                    .zip(&set)
                    .map(|(&x, &set)| x.wrapping_add(u32::from(!set)))
                    .collect();
                let tiles = set.chunks(n).zip(x.chunks(n));
                let want: Vec<Part> = tiles
                    .flat_map(|(set, x)| reference::partition(set, x, by_predicate))
                    .collect();
                assert_eq!(stream.download(&y)?, want, "tile<{n}>");
            }
        }
        Ok(())
    });

    suite.case("nested", |stream| {
        let mut rng = StdRng::seed_from_u64(27);
        let label: Vec<u32> = (0..N).map(|_| rng.random_range(0..6)).collect();
        let x: Vec<u32> = random(N, &mut rng);
        let (device_label, device_x) = (stream.upload(&label)?, stream.upload(&x)?);
        let mut y = stream.upload(&[Part::default(); N])?;
        let launch = Launch::blocks(BLOCKS).threads(THREADS);
        partition::nested::launch(stream, launch, &device_label, &device_x, &mut y)?;
        let mut want = Vec::new();
        for (label, x) in label.chunks(32).zip(x.chunks(32)) {
            let odd: Vec<bool> = label.iter().map(|label| label % 2 == 1).collect();
            let mut parts = reference::partition(&odd, x, by_predicate);
            let even: Vec<usize> = (0..32).filter(|&rank| !odd[rank]).collect();
            let labels: Vec<u32> = even.iter().map(|&rank| label[rank]).collect();
            let values: Vec<u32> = even.iter().map(|&rank| x[rank]).collect();
            for (&rank, part) in even
                .iter()
                .zip(reference::partition(&labels, &values, by_rank))
            {
                parts[rank] = part;
            }
            want.extend(parts);
        }
        assert_eq!(stream.download(&y)?, want, "parts of parts");
        Ok(())
    });
    suite.run()
}
