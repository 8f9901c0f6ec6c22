//! Coalesced groups. Which threads meet is left open, so what is checked is that those who met form
//! groups, and that each group computed what its members say.

use std::collections::BTreeMap;
use std::process::ExitCode;

use phalanx::prelude::*;
use phalanx_conformance::harness::Suite;
use phalanx_conformance::kernels::coalesced::{self, Member};
use phalanx_conformance::kernels::partition::Part;
use phalanx_conformance::reference::{
    self, Operators, assert_same, by_predicate, by_rank, exclusive, mask, random, tree,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const BLOCKS: usize = 2;
const THREADS: usize = 128;
const N: usize = BLOCKS * THREADS;

fn picks(rng: &mut StdRng, ratio: u32) -> Vec<u8> {
    (0..N).map(|_| rng.random_ratio(ratio, 32) as u8).collect()
}

/// The groups that met: the indices of each group's members by rank.
///
/// # Panics
/// If a thread that was picked is in no group or one that was not is in one, if ranks are not 0 … size − 1
/// in the order of the threads, or if a group spans warps.
fn groups(pick: &[u8], who: &[Member]) -> Vec<Vec<usize>> {
    let mut by_leader: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (i, member) in who.iter().enumerate() {
        assert_eq!(
            pick[i] != 0,
            member.size != 0,
            "thread {i}: picked and in a group must agree"
        );
        if member.size != 0 {
            by_leader.entry(member.leader).or_default().push(i);
        }
    }
    for (leader, members) in &by_leader {
        assert_eq!(members[0], *leader as usize, "rank 0 is the lowest thread");
        for (rank, &i) in members.iter().enumerate() {
            assert_eq!(
                who[i].rank as usize, rank,
                "ranks follow the order of threads"
            );
            assert_eq!(
                who[i].size as usize,
                members.len(),
                "everyone sees the same size"
            );
            assert_eq!(
                i / 32,
                members[0] / 32,
                "a coalesced group lies in one warp"
            );
        }
    }
    by_leader.into_values().collect()
}

macro_rules! reductions {
    ($suite:ident, $kernel:ident, $op:expr, $($t:ty)*) => {$(
        $suite.case(concat!(stringify!($kernel), "/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(6);
            for ratio in [1, 8, 20, 31, 32] {
                let (pick, x) = (picks(&mut rng, ratio), random::<$t>(N, &mut rng));
                let (device_pick, device_x) = (stream.upload(&pick)?, stream.upload(&x)?);
                let mut y = stream.zeros::<$t>(N)?;
                let mut who = stream.upload(&[Member::default(); N])?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                coalesced::$kernel::launch(stream, launch, &device_pick, &device_x, &mut y, &mut who)?;
                let y = stream.download(&y)?;
                for members in groups(&pick, &stream.download(&who)?) {
                    let values: Vec<$t> = members.iter().map(|&i| x[i]).collect();
                    let got: Vec<$t> = members.iter().map(|&i| y[i]).collect();
                    assert_same(&got, &vec![tree(&values, $op); values.len()], &format!("group {members:?}"));
                }
            }
            Ok(())
        });
    )*};
}

macro_rules! bit_reductions {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("bits/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(7);
            for ratio in [1, 16, 32] {
                let (pick, x) = (picks(&mut rng, ratio), random::<$t>(N, &mut rng));
                let (device_pick, device_x) = (stream.upload(&pick)?, stream.upload(&x)?);
                let mut y = stream.zeros::<$t>(3 * N)?;
                let mut who = stream.upload(&[Member::default(); N])?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                coalesced::bits::launch(stream, launch, &device_pick, &device_x, &mut y, &mut who)?;
                let y = stream.download(&y)?;
                for members in groups(&pick, &stream.download(&who)?) {
                    let values = || members.iter().map(|&i| x[i]);
                    let want = [
                        values().fold(!0, |a, b| a & b),
                        values().fold(0, |a, b| a | b),
                        values().fold(0, |a, b| a ^ b),
                    ];
                    for &i in &members {
                        assert_same(&y[3 * i..3 * i + 3], &want, &format!("group {members:?}"));
                    }
                }
            }
            Ok(())
        });
    )*};
}

macro_rules! scans {
    ($suite:ident, $($t:ty)*) => {$(
        $suite.case(concat!("scans/", stringify!($t)), |stream| {
            let mut rng = StdRng::seed_from_u64(28);
            for ratio in [1, 8, 20, 31, 32] {
                let (pick, x) = (picks(&mut rng, ratio), random::<$t>(N, &mut rng));
                let (device_pick, device_x) = (stream.upload(&pick)?, stream.upload(&x)?);
                let mut y = stream.zeros::<$t>(2 * N)?;
                let mut who = stream.upload(&[Member::default(); N])?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                coalesced::scans::launch(stream, launch, &device_pick, &device_x, &mut y, &mut who)?;
                let y = stream.download(&y)?;
                for members in groups(&pick, &stream.download(&who)?) {
                    let values: Vec<$t> = members.iter().map(|&i| x[i]).collect();
                    let inclusive = reference::scan(&values, Operators::plus);
                    let exclusive = exclusive(&values, Operators::plus, Operators::ZERO);
                    for (rank, &i) in members.iter().enumerate() {
                        let want = [inclusive[rank], exclusive[rank]];
                        assert_same(&y[2 * i..2 * i + 2], &want, &format!("rank {rank} of {members:?}"));
                    }
                }
            }
            Ok(())
        });
    )*};
}

fn main() -> ExitCode {
    let mut suite = Suite::new();
    scans!(suite, f16 f32 f64);
    reductions!(suite, plus, Operators::plus, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    reductions!(suite, min, Operators::minimum, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    reductions!(suite, max, Operators::maximum, i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);
    bit_reductions!(suite, i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

    suite.case("moves", |stream| {
        let mut rng = StdRng::seed_from_u64(8);
        for ratio in [1, 8, 20, 31, 32] {
            let (pick, x) = (picks(&mut rng, ratio), random::<u32>(N, &mut rng));
            let lane: Vec<usize> = (0..N).map(|_| rng.random_range(0..64)).collect();
            let (device_pick, device_x, device_lane) = (
                stream.upload(&pick)?,
                stream.upload(&x)?,
                stream.upload(&lane)?,
            );
            let mut y = stream.zeros::<u32>(8 * N)?;
            let mut who = stream.upload(&[Member::default(); N])?;
            let launch = Launch::blocks(BLOCKS).threads(THREADS);
            coalesced::moves::launch(
                stream,
                launch,
                &device_pick,
                &device_x,
                &device_lane,
                &mut y,
                &mut who,
            )?;
            let y = stream.download(&y)?;
            for members in groups(&pick, &stream.download(&who)?) {
                let values: Vec<u32> = members.iter().map(|&i| x[i]).collect();
                let n = values.len();
                let odd = |v: &u32| v & 1 == 1;
                let ballot = values
                    .iter()
                    .enumerate()
                    .map(|(rank, v)| (v & 1) << rank)
                    .sum::<u32>();
                for (rank, &i) in members.iter().enumerate() {
                    let up =
                        |delta: usize| rank.checked_sub(delta).map_or(x[i], |from| values[from]);
                    let down = |delta: usize| values.get(rank + delta).copied().unwrap_or(x[i]);
                    let want = [
                        values[lane[i] % n],
                        up(1),
                        up(3),
                        down(1),
                        down(3),
                        u32::from(values.iter().any(odd)),
                        u32::from(values.iter().all(odd)),
                        ballot,
                    ];
                    assert_same(
                        &y[8 * i..8 * i + 8],
                        &want,
                        &format!("rank {rank} of {members:?}"),
                    );
                }
            }
        }
        Ok(())
    });

    suite.case("more_moves", |stream| {
        let mut rng = StdRng::seed_from_u64(29);
        for ratio in [1, 8, 20, 31, 32] {
            for values in [1, 3, 1000] {
                let pick = picks(&mut rng, ratio);
                let x: Vec<u32> = (0..N).map(|_| rng.random_range(0..values)).collect();
                let (device_pick, device_x) = (stream.upload(&pick)?, stream.upload(&x)?);
                let mut y = stream.zeros::<u32>(5 * N)?;
                let mut who = stream.upload(&[Member::default(); N])?;
                let launch = Launch::blocks(BLOCKS).threads(THREADS);
                coalesced::more_moves::launch(
                    stream,
                    launch,
                    &device_pick,
                    &device_x,
                    &mut y,
                    &mut who,
                )?;
                let y = stream.download(&y)?;
                for members in groups(&pick, &stream.download(&who)?) {
                    let values: Vec<u32> = members.iter().map(|&i| x[i]).collect();
                    let n = values.len();
                    let same = values.iter().all(|x| *x == values[0]);
                    for (rank, &i) in members.iter().enumerate() {
                        let below = values[..rank].iter().sum::<u32>();
                        let want = [
                            values[n - 1],
                            mask(n, |other| values[other] == values[rank]),
                            if same { mask(n, |_| true) } else { 0 },
                            below + values[rank],
                            below,
                        ];
                        assert_same(
                            &y[5 * i..5 * i + 5],
                            &want,
                            &format!("rank {rank} of {members:?}"),
                        );
                    }
                }
            }
        }
        Ok(())
    });

    suite.case("partitions", |stream| {
        let mut rng = StdRng::seed_from_u64(30);
        for ratio in [1, 8, 20, 31, 32] {
            let (pick, x) = (picks(&mut rng, ratio), random::<u32>(N, &mut rng));
            let label: Vec<i32> = (0..N).map(|_| rng.random_range(-2..3)).collect();
            let (device_pick, device_label, device_x) = (
                stream.upload(&pick)?,
                stream.upload(&label)?,
                stream.upload(&x)?,
            );
            let mut y = stream.upload(&[Part::default(); 2 * N])?;
            let mut who = stream.upload(&[Member::default(); N])?;
            let launch = Launch::blocks(BLOCKS).threads(THREADS);
            coalesced::partitions::launch(
                stream,
                launch,
                &device_pick,
                &device_label,
                &device_x,
                &mut y,
                &mut who,
            )?;
            let y = stream.download(&y)?;
            for members in groups(&pick, &stream.download(&who)?) {
                let values: Vec<u32> = members.iter().map(|&i| x[i]).collect();
                let labels: Vec<i32> = members.iter().map(|&i| label[i]).collect();
                let odd: Vec<bool> = labels.iter().map(|label| label % 2 != 0).collect();
                let labeled = reference::partition(&labels, &values, by_rank);
                let binary = reference::partition(&odd, &values, by_predicate);
                for (rank, &i) in members.iter().enumerate() {
                    let want = [labeled[rank], binary[rank]];
                    assert_eq!(y[2 * i..2 * i + 2], want, "rank {rank} of {members:?}");
                }
            }
        }
        Ok(())
    });
    suite.run()
}
