//! Threads that wait for values to change, and what others see in which order.

use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{AcqRel, Acquire, Atomic, Collectives, Grid, Group, Plus, Relaxed, Release};
use proptest::prelude::*;

use crate::common::{atomic, block, input, launch, output, tile};

#[test]
fn on_a_thread_of_the_same_block() {
    let mut flag = 0u32;
    let ready = atomic(&mut flag);
    launch(1, 64)
        .run(|| match block().thread_rank() {
            63 => ready.store(1, Release),
            _ => while ready.load(Acquire) == 0 {},
        })
        .unwrap();
}

#[test]
fn on_a_flag_in_shared_memory() {
    launch(3, 40)
        .run(|| {
            let block = block();
            let flag = block.shared::<Atomic<u32>>();
            if block.thread_rank() == 0 {
                flag.store(0, Relaxed);
            }
            block.sync();
            match block.thread_rank() {
                39 => flag.store(1, Release),
                _ => while flag.load(Acquire) == 0 {},
            }
        })
        .unwrap();
}

#[test]
fn on_another_block() {
    // The first waits for the last that is resident with it, whichever worker has it.
    for workers in 1..=3 {
        let (mut flag, mut data) = (0u32, [0u64; 1]);
        let (ready, data) = (atomic(&mut flag), output(&mut data));
        launch(8, 2)
            .workers(workers)
            .run(|| {
                let grid = Grid::enter();
                if grid.thread_rank() == 15 {
                    data.at(0).write(42);
                    ready.store(1, Release);
                } else {
                    while ready.load(Acquire) == 0 {}
                    assert_eq!(data.at(0).read(), 42);
                }
            })
            .unwrap();
    }
}

#[test]
fn with_a_barrier_in_the_loop() {
    let mut flag = 0u32;
    let ready = atomic(&mut flag);
    launch(4, 32)
        .run(|| {
            let (block, warp) = (block(), tile::<32>());
            if block.group_index().x == 3 {
                ready.store(1, Release);
            }
            let mut seen = false;
            while !seen {
                seen = warp.all(ready.load(Acquire) == 1);
            }
        })
        .unwrap();
}

#[test]
fn a_lock() {
    let (mut lock, mut counter) = (0u32, [0u32; 1]);
    let (lock, count) = (atomic(&mut lock), output(&mut counter));
    launch(12, 50)
        .run(|| {
            while lock.compare_and_swap(0, 1, Acquire) != 0 {}
            count.at(0).write(count.at(0).read() + 1);
            lock.store(0, Release);
        })
        .unwrap();
    assert_eq!(counter, [600]);
}

#[test]
fn each_block_after_the_one_before() {
    // A scan in one pass: each block waits for the sum of its predecessor, far more blocks than are
    // resident.
    const BLOCKS: usize = 50;
    let values: Vec<u32> = (0..BLOCKS as u32 * 32).map(|i| i % 7).collect();
    let (mut sums, mut ticket) = (vec![u32::MAX; BLOCKS], 0u32);
    let (x, tickets) = (input(&values), atomic(&mut ticket));
    // SAFETY: borrowed for the launch, and an atomic is its value.
    let sums_seen = unsafe {
        phalanx_groups::rt::Slice::from_raw(sums.as_mut_ptr().cast::<Atomic<u32>>(), BLOCKS)
    };
    launch(BLOCKS as u32, 32)
        .workers(3)
        .run(|| {
            let (block, warp) = (block(), tile::<32>());
            let mine = block.shared::<u32>();
            if block.thread_rank() == 0 {
                mine.write(tickets.fetch_add(1, Relaxed));
            }
            block.sync();
            let part = mine.read() as usize;
            let sum = warp.reduce(x.at(part * 32 + warp.thread_rank()).read(), Plus);
            if warp.thread_rank() == 0 {
                let mut before = 0;
                if part > 0 {
                    before = sums_seen.at(part - 1).load(Acquire);
                    while before == u32::MAX {
                        before = sums_seen.at(part - 1).load(Acquire);
                    }
                }
                sums_seen.at(part).store(before + sum, Release);
            }
        })
        .unwrap();
    let mut total = 0;
    let expected: Vec<u32> = values
        .chunks(32)
        .map(|part| {
            total += part.iter().sum::<u32>();
            total
        })
        .collect();
    assert_eq!(sums, expected);
}

/// Whether a block finds that it is its turn, or is stopped until it is, is up to the operating
/// system, and makes no difference.
#[test]
fn whenever_a_block_comes_to_its_first_atomic_operation() {
    const TICKETS: usize = 40;
    let once = |workers: usize, late: usize| {
        let (mut next, mut list) = (0u32, [0usize; 8 * TICKETS]);
        let (ticket, order) = (atomic(&mut next), output(&mut list));
        launch(8, 1)
            .workers(workers)
            .run(|| {
                let rank = Grid::enter().thread_rank();
                for i in 0..rank * late {
                    std::hint::black_box(i);
                }
                for _ in 0..TICKETS {
                    order.at(ticket.fetch_add(1, Relaxed) as usize).write(rank);
                }
            })
            .unwrap();
        list
    };
    let first = once(1, 0);
    for late in (0..4000).step_by(50) {
        assert_eq!(once(1, late), first);
        assert_eq!(once(3, late), first);
        assert_eq!(once(8, late), first);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The order of atomic operations shows in the rounding of a sum and in the places of a list.
    /// It does not depend on how many operating-system threads there are.
    #[test]
    fn the_same_order_each_time(blocks in 1u32..40, threads in 1u32..70, rounds in 1usize..40) {
        let once = |workers: usize| {
            let (mut sum, mut next, mut list) = (0.0f32, 0u32, vec![0usize; blocks as usize * threads as usize]);
            let (total, ticket, order) = (atomic(&mut sum), atomic(&mut next), output(&mut list));
            launch(blocks, threads).workers(workers).run(|| {
                let grid = Grid::enter();
                let rank = grid.thread_rank();
                for round in 0..rounds {
                    total.fetch_add((rank * 31 + round) as f32 / 7.0, AcqRel);
                    if round % 5 == rank % 5 {
                        block_step();
                    }
                }
                order.at(ticket.fetch_add(1, Relaxed) as usize).write(rank);
            }).unwrap();
            (sum.to_bits(), list)
        };
        let first = once(1);
        prop_assert_eq!(&once(1), &first);
        prop_assert_eq!(&once(2), &first);
        prop_assert_eq!(&once(5), &first);
    }
}

/// Lets the threads of a warp take different turns.
fn block_step() {
    phalanx_groups::coalesced_threads().sync();
}
