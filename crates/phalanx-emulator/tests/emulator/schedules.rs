//! The order of threads is the schedule's, and a seed repeats it.

use std::sync::Mutex;

use phalanx_emulator::{Fault, Schedule};
use phalanx_groups::{Acquire, Collectives, Group, Plus, Relaxed, Release, coalesced_threads};

use crate::common::{atomic, block, here, launch, text, tile};

/// The ranks of a block's threads in the order in which they ran, twice each: before and after a
/// barrier.
fn order(schedule: Schedule, threads: u32) -> Vec<usize> {
    let order = Mutex::new(Vec::new());
    let mut launch = launch(1, threads);
    launch.properties.schedule = schedule;
    launch
        .run(|| {
            order.lock().unwrap().push(block().thread_rank());
            block().sync();
            order.lock().unwrap().push(block().thread_rank());
        })
        .unwrap();
    order.into_inner().unwrap()
}

#[test]
fn orders() {
    assert_eq!(order(Schedule::InOrder, 3), [0, 1, 2, 0, 1, 2]);
    assert_eq!(order(Schedule::Reverse, 3), [2, 1, 0, 2, 1, 0]);
    assert_eq!(order(Schedule::Ahead { rank: 5 }, 3), [2, 0, 1, 2, 0, 1]);
    let random = |seed| order(Schedule::Random { seed }, 100);
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
    for half in random(3).chunks(100) {
        let mut ranks = half.to_vec();
        ranks.sort_unstable();
        assert_eq!(ranks, Vec::from_iter(0..100));
        assert_ne!(half, ranks);
    }
}

#[test]
fn every_schedule_gives_the_same_sum() {
    for schedule in [
        Schedule::InOrder,
        Schedule::Reverse,
        Schedule::Ahead { rank: 77 },
        Schedule::Random { seed: 1 },
        Schedule::Random { seed: 2 },
    ] {
        let (mut sum, mut flag) = (0u64, 0u32);
        let (total, ready) = (atomic(&mut sum), atomic(&mut flag));
        let mut launch = launch(3, 96);
        launch.properties.schedule = schedule;
        launch
            .run(|| {
                let rank = block().thread_rank();
                let part = tile::<32>().reduce(rank as u64, Plus);
                if tile::<32>().thread_rank() == 0 {
                    total.fetch_add(part, Relaxed);
                }
                // Somebody spins until another has come, in whatever order they run.
                if rank == 95 {
                    ready.store(1, Release);
                }
                while ready.load(Acquire) == 0 {}
                coalesced_threads().sync();
                block().sync();
            })
            .unwrap();
        assert_eq!(sum, 3 * 95 * 96 / 2, "{schedule:?}");
    }
}

#[test]
fn chance_makes_groups_of_any_threads_that_are_together() {
    let sizes = |seed| {
        let sizes = Mutex::new(vec![0; 32]);
        let mut launch = launch(1, 32);
        launch.properties.schedule = Schedule::Random { seed };
        launch
            .run(|| {
                let group = coalesced_threads();
                // What the group says of itself holds: all its members meet.
                let count = group.reduce(1, Plus);
                assert_eq!(count, group.num_threads());
                sizes.lock().unwrap()[block().thread_rank()] = count;
            })
            .unwrap();
        sizes.into_inner().unwrap()
    };
    assert_eq!(sizes(5), sizes(5));
    assert_ne!(sizes(5), sizes(6));
    assert!(sizes(5).iter().all(|&size| (1..32).contains(&size)));
}

#[test]
fn a_failure_says_how_to_repeat_it() {
    let mut launch = launch(1, 4);
    launch.properties.schedule = Schedule::Random { seed: 42 };
    let line = here!(1);
    let kernel = || assert!(block().thread_rank() != 2, "two");
    let fault = launch.fault(kernel);
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:21: two\n  in thread (2, 0, 0) of block (0, 0, 0)\n  \
             under a random schedule: `PHALANX_SEED=42` repeats it"
        )
    );
    assert_eq!(launch.fault(kernel), fault);
    launch.properties.schedule = Schedule::Reverse;
    assert!(matches!(launch.fault(kernel), Fault::Panic { .. }));
}
