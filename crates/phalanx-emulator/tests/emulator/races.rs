//! Accesses that nothing orders are reported, with both places; accesses that something orders are
//! not.

use std::mem::offset_of;

use phalanx_emulator::{Buffer, DynamicArray, Fault, Schedule};
use phalanx_groups::rt::{KernelGroup, Ref, dynamic_shared};
use phalanx_groups::{
    AcqRel, Acquire, Atomic, Collectives, CooperativeGrid, Group, Plus, Relaxed, Release,
    coalesced_threads,
};

use crate::common::{Launch, atomic, block, launch, output, tile};

/// The text of a fault, with `F` for this file.
fn text(fault: &Fault) -> String {
    fault.to_string().replace(file!(), "F")
}

/// A line below, or above, that of the call.
macro_rules! here {
    ($offset:literal) => {
        line!().strict_add_signed($offset)
    };
}

/// A buffer of which the launch is told.
fn buffer<T>(parameter: &'static str, memory: &[T]) -> Buffer<'static> {
    Buffer {
        parameter,
        address: memory.as_ptr().addr(),
        bytes: size_of_val(memory),
        element: size_of::<T>(),
        align: align_of::<T>(),
    }
}

const SCHEDULES: [Schedule; 5] = [
    Schedule::InOrder,
    Schedule::Reverse,
    Schedule::Ahead { rank: 33 },
    Schedule::Random { seed: 1 },
    Schedule::Random { seed: 2 },
];

/// That a kernel races under every schedule and whatever the number of operating-system threads.
fn races(launch: Launch, kernel: impl Fn() + Sync) {
    for schedule in SCHEDULES {
        let mut launch = launch.clone();
        launch.properties.schedule = schedule;
        let fault = match launch.fault(&kernel) {
            Fault::AtRandom { fault, .. } => *fault,
            fault => fault,
        };
        assert!(matches!(fault, Fault::Race { .. }), "{schedule:?}: {fault}");
    }
}

/// That it does not.
fn does_not_race(launch: Launch, kernel: impl Fn() + Sync) {
    for schedule in SCHEDULES {
        for workers in 1..=2 {
            let mut launch = launch.clone().workers(workers);
            launch.properties.schedule = schedule;
            launch
                .run(&kernel)
                .unwrap_or_else(|fault| panic!("{schedule:?}: {fault}"));
        }
    }
}

#[test]
fn a_missing_barrier_in_shared_memory() {
    let (declared, write, read) = (here!(2), here!(4), here!(5));
    let fault = launch(1, 64).fault(|| {
        let s = block().shared::<[u32; 64]>();
        let rank = block().thread_rank();
        s.at(rank).write(1);
        s.at(rank / 2).read();
    });
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 0 of a `[u32; 64]` in shared memory\n  \
             F:{write}:20: thread (0, 0, 0) of block (0, 0, 0) writes it\n  \
             F:{read}:24: thread (1, 0, 0) of block (0, 0, 0) reads it\n  \
             nothing orders the two: `sync` of a `ThreadBlockTile<32>` or of the `ThreadBlock` between them would\n  \
             declared at F:{declared}:25"
        )
    );
    does_not_race(launch(2, 64), || {
        let s = block().shared::<[u32; 64]>();
        let rank = block().thread_rank();
        for _ in 0..3 {
            s.at(rank).write(1);
            block().sync();
            s.at((rank + 33) % 64).read();
            block().sync();
        }
    });
}

#[test]
fn a_second_barrier_that_is_missing() {
    // Everybody has read element 0; its own thread writes it again.
    let (read, write) = (here!(12), here!(14));
    let mut launch = launch(1, 48);
    launch.dynamic = vec![DynamicArray {
        bytes: 400,
        align: 8,
    }];
    let fault = launch.fault(|| {
        let s = dynamic_shared::<f64>(0);
        if block().thread_rank() == 0 {
            s.at(1).write(0.0);
        }
        block().sync();
        s.at(1).read();
        if block().thread_rank() == 47 {
            s.at(1).write(1.0)
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 1 of dynamic array 0 in shared memory\n  \
             F:{read}:17: thread (0, 0, 0) of block (0, 0, 0) reads it\n  \
             F:{write}:21: thread (47, 0, 0) of block (0, 0, 0) writes it\n  \
             nothing orders the two: `sync` of the `ThreadBlock` between them would"
        )
    );
}

#[test]
fn a_barrier_of_a_tile_orders_its_threads_only() {
    does_not_race(launch(2, 96), || {
        let (warp, quad) = (tile::<32>(), tile::<4>());
        let s = block().shared::<[u32; 96]>();
        let rank = block().thread_rank();
        s.at(rank).write(0);
        warp.sync();
        s.at(rank ^ 21).read();
        warp.sync();
        s.at(rank ^ 3).write(0);
        quad.sync();
        s.at(rank ^ 1).read();
        warp.sync();
        s.at(rank ^ 31).write(2);
    });
    races(launch(1, 96), || {
        let s = block().shared::<[u32; 96]>();
        let rank = block().thread_rank();
        s.at(rank).write(0);
        block().sync();
        s.at(rank).write(1);
        tile::<4>().sync();
        s.at(rank ^ 4).read();
    });
    // The last reader may write after the barrier, but others have read as well.
    races(launch(1, 64), || {
        let s = block().shared::<u32>();
        if block().thread_rank() == 0 {
            s.write(0);
        }
        block().sync();
        s.read();
        tile::<32>().sync();
        if block().thread_rank() == 63 {
            s.write(1);
        }
    });
}

#[test]
fn equal_values_race_as_well() {
    let mut memory = [0u32; 4];
    let buffers = [buffer("flags", &memory)];
    let out = output(&mut memory);
    let line = here!(1);
    let kernel = || out.at(3).write(1);
    let fault = launch(1, 33).buffers(&buffers).fault(kernel);
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 3 of `flags`\n  \
             F:{line}:31: thread (0, 0, 0) of block (0, 0, 0) writes it\n  \
             F:{line}:31: thread (1, 0, 0) of block (0, 0, 0) writes it\n  \
             both are at one place in the source: let one thread do it, or use an `Atomic`; if they are \
             turns of a loop, `sync` of the `ThreadBlock` between them would"
        )
    );
    let mut unchecked = launch(1, 33).buffers(&buffers);
    unchecked.properties.checks = false;
    unchecked.run(kernel).unwrap();
}

#[test]
fn equal_values_of_two_blocks_race_as_well() {
    let mut memory = [0u32; 4];
    let buffers = [buffer("flags", &memory)];
    let out = output(&mut memory);
    let line = here!(1);
    let kernel = || out.at(3).write(1);
    let fault = launch(2, 1).workers(1).buffers(&buffers).fault(kernel);
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 3 of `flags`\n  \
             F:{line}:31: thread (0, 0, 0) of block (0, 0, 0) writes it\n  \
             F:{line}:31: thread (0, 0, 0) of block (1, 0, 0) writes it\n  \
             both are at one place in the source: let one thread do it, or use an `Atomic`; if they are \
             turns of a loop, `sync` of a `CooperativeGrid` between them would"
        )
    );
}

#[test]
fn a_shuffle_taken_for_a_fence() {
    let (write, shuffle, read) = (here!(4), here!(5), here!(6));
    let fault = launch(1, 64).fault(|| {
        let s = block().shared::<[f32; 64]>();
        let rank = block().thread_rank();
        s.at(rank).write(1.0);
        tile::<32>().reduce(1.0f32, Plus);
        s.at(rank ^ 1).read();
        block().sync();
    });
    let Fault::Race {
        first,
        second,
        way_out,
        ..
    } = fault
    else {
        panic!("{fault}")
    };
    assert_eq!((first.place.line, second.place.line), (write, read));
    assert_eq!(
        way_out.replace(file!(), "F"),
        format!(
            "both threads are in `reduce(Plus) of f32` at F:{shuffle}:22 between them, but shuffles, votes, \
             matches, reductions and scans order no memory: `sync` of a `ThreadBlockTile<32>` or of the \
             `ThreadBlock` between them would"
        )
    );
}

#[test]
fn a_vote_of_a_coalesced_group_taken_for_a_fence() {
    let kernel = |fence: bool| {
        move || {
            let s = block().shared::<[u32; 32]>();
            let rank = block().thread_rank();
            if rank % 3 != 0 {
                let group = coalesced_threads();
                s.at(rank).write(1);
                if fence {
                    group.sync();
                }
                group.any(true);
                let next = if rank % 3 == 1 { rank + 1 } else { rank - 1 };
                s.at(next % 31).read();
            }
        }
    };
    let fault = launch(1, 31).fault(kernel(false));
    assert!(
        fault.to_string().contains("both threads are in `any` at"),
        "{fault}"
    );
    launch(1, 31).run(kernel(true)).unwrap();
}

#[test]
fn blocks_are_ordered_by_the_grid_only() {
    let mut memory = [0u64; 8];
    let buffers = [buffer("cells", &memory)];
    let cells = output(&mut memory);
    let (write, read) = (here!(4), here!(6));
    let fault = launch(2, 4).workers(1).buffers(&buffers).fault(|| {
        let grid = CooperativeGrid::enter();
        let rank = grid.thread_rank();
        cells.at(rank).write(1);
        block().sync();
        cells.at(7 - rank).read();
    });
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 4 of `cells`\n  \
             F:{read}:28: thread (3, 0, 0) of block (0, 0, 0) reads it\n  \
             F:{write}:24: thread (0, 0, 0) of block (1, 0, 0) writes it\n  \
             nothing orders the two blocks: `sync` of a `CooperativeGrid` between them would, or an atomic \
             operation that releases after the one and another that acquires its value before the other"
        )
    );
    let mut all = launch(8, 64).cooperative();
    let mut memory = vec![0u32; 512];
    let buffers = [buffer("cells", &memory)];
    all = all.buffers(&buffers);
    let cells = output(&mut memory);
    does_not_race(all, || {
        let grid = CooperativeGrid::enter();
        for round in 1..4 {
            let rank = (grid.thread_rank() * (2 * round + 1)) % 512;
            cells.at(rank).write(1);
            tile::<8>().sync();
            grid.sync();
            cells.at(511 - rank).read();
            grid.sync();
        }
    });
}

#[test]
fn a_message_by_an_atomic() {
    let mut memory = [0u32; 2];
    let buffers = [buffer("data", &memory)];
    let data = output(&mut memory);
    let run = |store, load| {
        let mut flag = 0u32;
        let flag = atomic(&mut flag);
        launch(2, 32).buffers(&buffers).run(|| {
            let warp = tile::<32>();
            if block().group_index().x == 0 {
                if warp.thread_rank() == 0 {
                    data.at(1).write(5);
                    flag.store(1, store);
                }
            } else {
                if warp.thread_rank() == 2 {
                    while flag.load(load) == 0 {}
                }
                // What one has learnt all know after a barrier.
                warp.sync();
                data.at(1).read();
            }
        })
    };
    run(Release, Acquire).unwrap();
    for (store, load) in [(Relaxed, Acquire), (Release, Relaxed), (Relaxed, Relaxed)] {
        let fault = run(store, load).unwrap_err();
        assert!(matches!(fault, Fault::Race { .. }), "{fault}");
    }
}

#[test]
fn a_plain_read_of_what_others_change_atomically() {
    let mut memory = [0u32; 2];
    let buffers = [buffer("counts", &memory)];
    let place = &raw mut memory[1];
    let counts = output(&mut memory);
    // SAFETY: borrowed for the launch, and an atomic is its value.
    let count: Ref<'_, Atomic<u32>> = unsafe { Ref::from_raw(place.cast()) };
    let (add, read) = (here!(4), here!(5));
    let fault = launch(1, 40)
        .buffers(&buffers)
        .fault(|| match block().thread_rank() {
            0..39 => _ = count.fetch_add(1, Relaxed),
            _ => _ = counts.at(1).read(),
        });
    assert_eq!(
        text(&fault),
        format!(
            "data race on element 1 of `counts`\n  \
             F:{add}:32: thread (38, 0, 0) of block (0, 0, 0) writes it, atomically\n  \
             F:{read}:35: thread (39, 0, 0) of block (0, 0, 0) reads it\n  \
             nothing orders the two: `sync` of a `ThreadBlockTile<2>` or of the `ThreadBlock` between them would"
        )
    );
}

#[test]
fn the_last_block_to_come_sees_what_all_have_written() {
    let mut memory = [0u32; 16];
    let buffers = [buffer("partial", &memory)];
    let partial = output(&mut memory);
    let mut count = 0u32;
    let count = atomic(&mut count);
    let kernel = |order| {
        move || {
            let (block, last) = (block(), block().shared::<u32>());
            let rank = block.group_index().x;
            if block.thread_rank() == 5 {
                partial.at(rank).write(rank as u32);
            }
            block.sync();
            if block.thread_rank() == 0 {
                last.write(count.fetch_add(1, order));
            }
            block.sync();
            if last.read() % 16 == 15 {
                partial.at(block.thread_rank() % 16).read();
            }
        }
    };
    does_not_race(launch(16, 64).buffers(&buffers), kernel(AcqRel));
    let fault = launch(16, 64).buffers(&buffers).fault(kernel(Relaxed));
    assert!(matches!(fault, Fault::Race { .. }), "{fault}");
}

#[test]
fn a_lock_in_shared_memory() {
    let kernel = |unlock| {
        move || {
            let lock = block().shared::<Atomic<u32>>();
            let sum = block().shared::<u32>();
            if block().thread_rank() == 0 {
                lock.store(0, Relaxed);
                sum.write(0);
            }
            block().sync();
            while lock.compare_and_swap(0, 1, Acquire) != 0 {}
            sum.write(sum.read() + 1);
            lock.store(0, unlock);
        }
    };
    does_not_race(launch(2, 40), kernel(Release));
    races(launch(1, 40), kernel(Relaxed));
}

#[test]
fn parts_of_structs_are_apart() {
    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Pair(u32, u32, u32);
    let memory = &mut [Pair(0, 0, 0); 4];
    let buffers = [buffer("pairs", memory)];
    assert_eq!(offset_of!(Pair, 1), 4);
    let pairs = output(memory);
    does_not_race(launch(1, 2).buffers(&buffers), || {
        match block().thread_rank() {
            0 => pairs.at(2).project(|it| &it.0).write(1),
            _ => pairs.at(2).project(|it| &it.1).write(1),
        }
        block().sync();
        pairs.at(2).read();
    });
    races(launch(1, 2).buffers(&buffers), || {
        match block().thread_rank() {
            0 => pairs.at(2).project(|it| &it.1).write(1),
            _ => _ = pairs.at(2).read(),
        }
    });
    let mut bytes = [0u8; 64];
    let buffers = [buffer("bytes", &bytes)];
    let bytes = output(&mut bytes);
    does_not_race(launch(1, 64).buffers(&buffers), || {
        bytes.at(block().thread_rank()).write(1)
    });
    races(launch(1, 64).buffers(&buffers), || {
        bytes.at(block().thread_rank() % 63).write(1)
    });
}
