//! Launches in which threads spin for ever end, and no other launch does.

use phalanx_emulator::{Buffer, Fault, Schedule};
use phalanx_groups::rt::{KernelGroup, Ref, Slice};
use phalanx_groups::{
    AcqRel, Acquire, Atomic, Collectives, CooperativeGrid, Grid, Group, Ordering, Relaxed, Release,
};
use proptest::prelude::*;

use crate::common::{Launch, atomic, block, here, launch, text, tile};

/// The only buffer of a launch.
fn buffer<T>(parameter: &'static str, memory: &mut [T]) -> Buffer<'static> {
    Buffer {
        parameter,
        address: memory.as_mut_ptr().expose_provenance(),
        bytes: size_of_val(memory),
        element: size_of::<T>(),
        align: align_of::<T>(),
    }
}

/// The handle of memory that holds atomics.
fn atomics(memory: &mut [u32]) -> Slice<'_, Atomic<u32>> {
    // SAFETY: borrowed exclusively for the handle's lifetime, and an atomic is its value.
    unsafe { Slice::from_raw(memory.as_mut_ptr().cast(), memory.len()) }
}

/// A launch that ends soon if nothing happens in it.
fn impatient(blocks: u32, threads: u32) -> Launch {
    let mut launch = launch(blocks, threads);
    launch.properties.spin_limit = LIMIT as u64;
    launch
}

const LIMIT: usize = 1000;

/// What is said under the last line of a report.
const LIMIT_TEXT: &str = "nothing has changed during the last 1000 atomic operations of each that spins; \
                          `Properties::spin_limit` says after how many a launch ends";

const SCHEDULES: [Schedule; 4] = [
    Schedule::InOrder,
    Schedule::Reverse,
    Schedule::Random { seed: 9 },
    Schedule::Ahead { rank: 3 },
];

#[test]
fn a_grid_barrier_made_by_hand() {
    let mut count = [0u32; 1];
    let buffers = [buffer("arrived", &mut count)];
    let arrived = atomic(&mut count[0]);
    let (spin, sync) = (here!(6), here!(8));
    let kernel = || {
        let (grid, block) = (Grid::enter(), block());
        block.sync();
        if block.thread_rank() == 0 {
            arrived.fetch_add(1, AcqRel);
            while arrived.load(Acquire) < grid.num_blocks() as u32 {}
        }
        block.sync();
    };
    // With the limit that there is if nobody says otherwise.
    launch(8, 32).buffers(&buffers).run(kernel).unwrap();
    arrived.store(0, Relaxed);
    let expected = |blocks: &str, limit: &str| {
        format!(
            "threads spin for ever: nobody is left to change what they wait for\n  \
             F:{spin}:27: thread 0 of each of blocks 0-7 spins on element 0 of `arrived`, which is 8\n  \
             F:{sync}:15: threads 1-31 of each of blocks 0-7 are in `sync` of a `ThreadBlock`, without \
             thread 0 of each of blocks 0-7\n  \
             {blocks}: another must end before; blocks that wait for each other must be resident at \
             once, which a launch of a `CooperativeGrid` sees to\n  \
             nothing has changed during the last {limit} atomic operations of each that spins; \
             `Properties::spin_limit` says after how many a launch ends"
        )
    };
    let fault = launch(9, 32).buffers(&buffers).fault(kernel);
    let one = "1 block has not started";
    assert_eq!(text(&fault), expected(one, "1048576"));
    for workers in [1, 2, 5] {
        for schedule in SCHEDULES {
            arrived.store(0, Relaxed);
            let mut launch = impatient(12, 32).buffers(&buffers).workers(workers);
            launch.properties.schedule = schedule;
            let mut expected = expected("4 blocks have not started", "1000")
                .replace("another must", "others must");
            if let Schedule::Random { seed } = schedule {
                expected +=
                    &format!("\n  under a random schedule: `PHALANX_SEED={seed}` repeats it");
            }
            assert_eq!(text(&launch.fault(kernel)), expected);
        }
    }
}

#[test]
fn on_shared_memory_whatever_other_blocks_do() {
    let line = here!(14);
    for (blocks, workers) in [(1, 1), (3, 1), (30, 3)] {
        let mut counter = 0u32;
        let count = atomic(&mut counter);
        let fault = impatient(blocks, 40).workers(workers).fault(|| {
            let block = block();
            let flag = block.shared::<Atomic<u32>>();
            if block.thread_rank() == 0 {
                flag.store(u32::from(block.group_index().x != 0), Relaxed);
            }
            block.sync();
            if block.thread_rank() != 7 {
                count.fetch_add(1, Relaxed);
            } else {
                while flag.load(Acquire) == 0 {}
            }
        });
        assert_eq!(
            text(&fault),
            format!(
                "threads spin for ever: nobody is left to change what they wait for\n  \
                 F:{line}:28: thread 7 of block (0, 0, 0) spins on a `Atomic<u32>` in shared memory, \
                 which is 0\n  {LIMIT_TEXT}"
            )
        );
    }
}

#[test]
fn while_other_blocks_wait_for_the_grid() {
    let (mut flag, mut elements) = (0u32, [1.5f32; 2]);
    let buffers = [buffer("x", &mut elements)];
    let (never, x) = (atomic(&mut flag), atomic(&mut elements[1]));
    let (spin, early, late) = (here!(5), here!(8), here!(11));
    let fault = impatient(6, 4).cooperative().buffers(&buffers).fault(|| {
        let (grid, rank) = (CooperativeGrid::enter(), block().thread_rank());
        match (block().group_index().x, rank) {
            (4, 0..3) => {
                while x.fetch_max(-2.0, Relaxed) > 0.0 {}
                grid.sync();
            }
            (..4, _) => grid.sync(),
            _ => {
                never.load(Relaxed);
                grid.sync();
            }
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "threads spin for ever: nobody is left to change what they wait for\n  \
             F:{spin}:25: threads 0-2 of block (4, 0, 0) spin on element 1 of `x`, which is 1.5\n  \
             F:{late}:22: thread 3 of block (4, 0, 0) is in `sync` of a `CooperativeGrid`, without threads \
             0-2 of block (4, 0, 0)\n  \
             F:{early}:30: all threads of blocks 0-3 are in `sync` of a `CooperativeGrid`\n  \
             F:{late}:22: all threads of block 5 are in `sync` of a `CooperativeGrid`\n  {LIMIT_TEXT}"
        )
    );
}

/// Polls that are no loads, but change nothing: a lock that is taken, and what people use for want
/// of a load.
#[test]
fn on_updates_that_change_nothing() {
    type Lock<'a> = Ref<'a, Atomic<u32>>;
    let polls: [fn(Lock<'_>) -> bool; 9] = [
        |lock| lock.load(Acquire) == 7,
        |lock| lock.compare_and_swap(0, 1, AcqRel) == 7,
        |lock| lock.compare_and_swap(7, 7, AcqRel) == 7,
        |lock| lock.swap(7, Ordering::SeqCst) == 7,
        |lock| lock.fetch_add(0, AcqRel) == 7,
        |lock| lock.fetch_sub(0, Relaxed) == 7,
        |lock| lock.fetch_or(3, Relaxed) == 7,
        |lock| lock.fetch_and(15, Relaxed) == 7,
        |lock| lock.fetch_min(8, Release) == 7,
    ];
    for poll in polls {
        let mut lock = 7u32;
        let taken = atomic(&mut lock);
        let fault = impatient(20, 3).fault(|| while poll(taken) {});
        let Fault::Spinning {
            spins,
            waits,
            not_started,
            limit,
        } = fault
        else {
            panic!("{fault}");
        };
        assert_eq!((spins.len(), waits.len()), (1, 0));
        assert_eq!(spins[0].value, "7");
        assert_eq!(
            spins[0].who.to_string(),
            "threads 0-2 of each of blocks 0-7"
        );
        assert_eq!((not_started, limit), (12, LIMIT as u64));
    }
}

/// Of many that are alike some are shown.
#[test]
fn each_thread_on_its_own() {
    let mut flags = [0u32; 32];
    let buffers = [buffer("flags", &mut flags)];
    let flags = atomics(&mut flags);
    for (threads, others) in [(8, ""), (9, "\n  and 1 other"), (32, "\n  and 24 others")] {
        let line = here!(3);
        let fault = impatient(1, threads).buffers(&buffers).fault(|| {
            let rank = block().thread_rank();
            while flags.at(rank).load(Acquire) == 0 {}
        });
        let spins: String = (0..8)
            .map(|rank| {
                format!(
                    "\n  F:{line}:34: thread {rank} of block (0, 0, 0) spins on element {rank} of `flags`, \
                     which is 0"
                )
            })
            .collect();
        assert_eq!(
            text(&fault),
            format!(
                "threads spin for ever: nobody is left to change what they wait for{spins}{others}\n  \
                 {LIMIT_TEXT}"
            )
        );
        let Fault::Spinning { spins, .. } = fault else {
            panic!("{fault}");
        };
        assert_eq!(spins.len(), threads as usize);
    }
}

/// Never ends a launch in which each thread gives up within the limit.
#[test]
fn a_thread_may_give_up() {
    let mut flag = 0u32;
    let never = atomic(&mut flag);
    for schedule in SCHEDULES {
        for (blocks, threads) in [(1, 1), (1, 40), (20, 3)] {
            let mut launch = impatient(blocks, threads);
            launch.properties.schedule = schedule;
            let kernel = |patience: usize| {
                move || {
                    // Any that is slower than the rest gives up while the rest waits.
                    let rank = block().thread_rank();
                    let mut left = patience / (1 + rank % 3);
                    while never.load(Acquire) == 0 && left > 0 {
                        left -= 1;
                    }
                    block().sync();
                }
            };
            launch.run(kernel(LIMIT)).unwrap();
            launch.fault(kernel(6 * LIMIT));
        }
    }
}

/// The limit is what it says, and the launch does not go on for much longer.
#[test]
fn the_limit() {
    let mut flag = 0u32;
    let never = atomic(&mut flag);
    for (blocks, threads) in [(1, 1), (1, 40), (8, 2), (20, 3)] {
        let kernel = |patience: usize| {
            move || {
                let mut left = patience;
                while never.load(Acquire) == 0 && left > 0 {
                    left -= 1;
                }
            }
        };
        impatient(blocks, threads).run(kernel(LIMIT)).unwrap();
        impatient(blocks, threads).fault(kernel(LIMIT + 150));
    }
}

/// Whoever does something else at times keeps those who wait for it alive.
#[test]
fn while_another_works() {
    const STEPS: usize = 20 * LIMIT;
    let mut many = vec![0u32; 1 + STEPS];
    let atomics = atomics(&mut many);
    type Work<'a> = &'a (dyn Fn(usize) + Sync);
    let own = Atomic::new(0u32);
    let works: [(&str, Work<'_>); 6] = [
        ("writes", &|i| {
            let block = block();
            block
                .shared::<[usize; 4]>()
                .at(block.thread_rank())
                .write(i);
            _ = own.load(Relaxed);
        }),
        ("loads many", &|i| _ = atomics.at(1 + i).load(Relaxed)),
        ("counts", &|_| _ = own.fetch_add(1, Relaxed)),
        ("stores", &|_| own.store(3, Relaxed)),
        ("meets itself", &|_| tile::<1>().sync()),
        ("meets others", &|i| {
            _ = own.load(Relaxed);
            if i % 32 == 0 {
                tile::<2>().sync();
            }
        }),
    ];
    for (name, work) in works {
        for (blocks, threads) in [(1, 4), (4, 2)] {
            for schedule in SCHEDULES {
                atomics.at(0).store(0, Relaxed);
                let mut launch = impatient(blocks, threads);
                launch.properties.schedule = schedule;
                let ended = launch.run(|| {
                    // The last two threads work, the others wait.
                    let grid = Grid::enter();
                    if grid.thread_rank() + 2 < grid.num_threads() {
                        while atomics.at(0).load(Acquire) < 2 {}
                        return;
                    }
                    for step in 0..STEPS {
                        work(step);
                    }
                    atomics.at(0).fetch_add(1, Release);
                });
                assert_eq!(ended, Ok(()), "{name}, {schedule:?}");
            }
        }
    }
}

/// A thread that has waited for long, and then for something else, has waited for neither too long.
#[test]
fn what_has_happened_is_forgotten() {
    let mut flag = 0u32;
    let flag = atomic(&mut flag);
    impatient(8, 1)
        .workers(3)
        .run(|| {
            let rank = Grid::enter().thread_rank() as u32;
            for turn in 0..30 {
                // One after the other, each when the others have nearly lost patience.
                let mut left = LIMIT - 200;
                while flag.load(Acquire) < 8 * turn + rank {}
                while flag.load(Acquire) == 8 * turn + rank && left > 0 {
                    left -= 1;
                }
                flag.fetch_add(1, AcqRel);
            }
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whether and how a launch ends does not depend on how many operating-system threads there are,
    /// whenever its threads lose patience.
    #[test]
    fn the_same_end_each_time(
        threads in 1u32..5,
        blocks in prop::collection::vec((0..2 * LIMIT, 0..4), 1..9),
    ) {
        let once = |workers: usize| {
            let mut flag = 0u32;
            let flag = atomic(&mut flag);
            impatient(blocks.len() as u32, threads).cooperative().workers(workers).run(|| {
                let (grid, block) = (CooperativeGrid::enter(), block());
                let (patience, then) = blocks[block.group_index().x];
                let mut left = patience + 10 * block.thread_rank();
                while flag.load(Acquire) == 0 && left > 0 {
                    left -= 1;
                }
                match then {
                    0 => {}
                    1 => block.sync(),
                    2 => flag.store(block.group_index().x as u32 / 3, Release),
                    _ => while flag.load(Acquire) < 2 {},
                }
                grid.sync();
            })
        };
        let first = once(1);
        prop_assert_eq!(&once(2), &first);
        prop_assert_eq!(&once(5), &first);
    }
}
