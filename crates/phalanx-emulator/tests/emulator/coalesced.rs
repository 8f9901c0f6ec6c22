//! Groups of threads that happen to be together.

use phalanx_groups::{
    Acquire, CoalescedGroup, Collectives, Group, Max, Plus, Relaxed, Release, coalesced_threads,
};
use proptest::prelude::*;

use crate::common::{atomic, block, input, launch, output, tile};

/// What a member of a coalesced group finds out.
type Answer = (usize, usize, f32, u32);

/// The ladder of a coalesced reduction, all threads at once, from the highest rank's point of view.
fn ladder(values: &[f32], op: impl Fn(f32, f32) -> f32) -> f32 {
    let mut values = values.to_vec();
    let mut distance = 1;
    while distance < values.len() {
        values = (0..values.len())
            .map(|rank| {
                values
                    .get(rank + distance)
                    .map_or(values[rank], |&other| op(values[rank], other))
            })
            .collect();
        distance *= 2;
    }
    values[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_branch_makes_its_own_group(
        branches in prop::collection::vec(0u8..3, 1..100), values in prop::collection::vec(-1e3f32..1e3, 100)
    ) {
        let threads = branches.len();
        let mut answers = vec![Answer::default(); threads];
        let (branch, x, out) = (input(&branches), input(&values), output(&mut answers));
        launch(1, threads as u32).run(|| {
            let rank = block().thread_rank();
            let v = x.at(rank).read();
            // Three call sites.
            let answer = match branch.at(rank).read() {
                0 => {
                    let g = coalesced_threads();
                    (g.num_threads(), g.thread_rank(), g.reduce(v, Plus), g.ballot(v > 0.0))
                }
                1 => {
                    let g = coalesced_threads();
                    (g.num_threads(), g.thread_rank(), g.shfl(v, 0), u32::from(g.any(v > 0.0)))
                }
                _ => {
                    let g = coalesced_threads();
                    (g.num_threads(), g.thread_rank(), g.reduce(v, Max), u32::from(g.all(v > 0.0)))
                }
            };
            out.at(rank).write(answer);
        }).unwrap();

        for warp in (0..threads).step_by(32) {
            for branch in 0..3 {
                let members: Vec<usize> =
                    (warp..threads.min(warp + 32)).filter(|&rank| branches[rank] == branch).collect();
                let v: Vec<f32> = members.iter().map(|&rank| values[rank]).collect();
                let ballot = v.iter().enumerate().fold(0, |bits, (rank, &v)| bits | u32::from(v > 0.0) << rank);
                for (rank, &member) in members.iter().enumerate() {
                    let (value, vote) = match branch {
                        0 => (ladder(&v, |a, b| a + b), ballot),
                        1 => (v[0], u32::from(ballot != 0)),
                        _ => (ladder(&v, f32::max), u32::from(ballot.count_ones() as usize == v.len())),
                    };
                    prop_assert_eq!(answers[member], (members.len(), rank, value, vote));
                }
            }
        }
    }
}

#[test]
fn a_group_within_a_group() {
    let mut sizes = [(0, 0, 0); 32];
    let out = output(&mut sizes);
    launch(1, 32)
        .run(|| {
            let rank = block().thread_rank();
            let all = coalesced_threads();
            let mut inner = (0, 0);
            if rank % 3 == 0 {
                let third = coalesced_threads();
                inner = (third.num_threads(), third.shfl_down(third.thread_rank(), 1));
                third.sync();
            }
            // The outer group still works, after the inner one.
            out.at(rank)
                .write((inner.0, inner.1, all.reduce(1usize, Plus)));
        })
        .unwrap();
    for (rank, &size) in sizes.iter().enumerate() {
        let inner = if rank % 3 == 0 {
            (11, (rank / 3 + 1).min(10))
        } else {
            (0, 0)
        };
        assert_eq!(size, (inner.0, inner.1, 32));
    }
}

#[test]
fn a_new_group_in_each_iteration() {
    // The threads leave the loop one by one.
    let mut sizes = vec![0usize; 40];
    let out = output(&mut sizes);
    launch(1, 40)
        .run(|| {
            let rank = block().thread_rank();
            let mut total = 0;
            for _ in 0..rank % 32 {
                total += coalesced_threads().num_threads();
            }
            out.at(rank).write(total);
        })
        .unwrap();
    for (rank, &total) in sizes.iter().enumerate() {
        let lanes = if rank < 32 { 32 } else { 8 };
        assert_eq!(total, (0..rank % 32).map(|i| lanes - 1 - i).sum::<usize>());
    }
}

#[test]
fn overlapping_groups_do_not_mix() {
    fn meet(group: &CoalescedGroup, v: u32) -> u32 {
        group.reduce(v, Plus)
    }
    // Lane 0 is in a group with each of the others. They come to it all at once, lane 0 one after
    // the other, the last first.
    let mut sums = [0u32; 32];
    let out = output(&mut sums);
    launch(1, 32)
        .run(|| {
            let (rank, warp) = (block().thread_rank(), tile::<32>());
            let mut pairs = Vec::new();
            for other in 1..32 {
                warp.sync();
                if rank == 0 || rank == other {
                    pairs.push(coalesced_threads());
                    assert_eq!(pairs.last().map(Group::num_threads), Some(2));
                }
            }
            for pair in pairs.iter().rev() {
                let sum = meet(pair, rank as u32 + 100);
                out.at(rank).write(out.at(rank).read() + sum);
            }
        })
        .unwrap();
    assert_eq!(sums[0], (1..32).map(|rank| 200 + rank).sum());
    assert!((1..32).all(|rank| sums[rank] == 200 + rank as u32));
}

#[test]
fn a_thread_that_spins_does_not_keep_others_from_being_a_group() {
    let mut flag = 0u32;
    let mut size = [0usize];
    let (ready, out) = (atomic(&mut flag), output(&mut size));
    launch(1, 32)
        .run(|| {
            if block().thread_rank() == 0 {
                while ready.load(Acquire) == 0 {}
            } else {
                let others = coalesced_threads();
                if others.thread_rank() == 0 {
                    out.at(0).write(others.num_threads());
                    ready.store(1, Release);
                }
            }
        })
        .unwrap();
    assert_eq!(size, [31]);
}

#[test]
fn threads_that_wait_in_a_loop_of_collectives_do_not_either() {
    let mut flag = 0u32;
    let mut sizes = [0usize; 32];
    let (ready, out) = (atomic(&mut flag), output(&mut sizes));
    launch(1, 32)
        .run(|| {
            let (rank, half) = (block().thread_rank(), tile::<16>());
            if rank < 16 {
                while !half.all(ready.load(Acquire) == 1) {}
            } else {
                let others = coalesced_threads();
                out.at(rank).write(others.num_threads());
                ready.store(1, Release);
            }
        })
        .unwrap();
    assert_eq!(sizes[16..], [16; 16]);
}

#[test]
fn compaction_with_one_atomic_a_group() {
    let values: Vec<u32> = (0..1000).map(|i| i * 389 % 1000).collect();
    let mut kept = vec![0u32; values.len()];
    let mut count = 0u32;
    let (x, out, counter) = (input(&values), output(&mut kept), atomic(&mut count));
    launch(8, 125)
        .run(|| {
            let block = block();
            let v = x
                .at(block.group_index().x * 125 + block.thread_rank())
                .read();
            if v % 3 == 0 {
                let group = coalesced_threads();
                let mut base = 0;
                if group.thread_rank() == 0 {
                    base = counter.fetch_add(group.num_threads() as u32, Relaxed);
                }
                let base = group.shfl(base, 0) as usize;
                out.at(base + group.thread_rank()).write(v);
            }
        })
        .unwrap();
    let expected: Vec<u32> = values.iter().copied().filter(|v| v % 3 == 0).collect();
    // In order, because threads run in the order of their ranks and blocks by turns.
    assert_eq!(kept[..count as usize], expected);
}
