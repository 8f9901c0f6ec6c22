//! What the emulator says when a kernel does something wrong: the exact text, and that nothing
//! hangs.

use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use phalanx_emulator::{Fault, Who};
use phalanx_groups::exec::{self, Operation, Scope, Type, Uniform};
use phalanx_groups::rt::{self, KernelGroup, dynamic_shared};
use phalanx_groups::{
    Acquire, Atomic, Collectives, CooperativeGrid, Group, Max, Min, Operator, Reduce, Relaxed,
    assume_uniform, coalesced_threads,
};

use crate::common::{atomic, block, input, launch, output, tile};

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

#[test]
fn an_index_out_of_bounds() {
    let values = [1.0f32; 5];
    let x = input(&values);
    let line = here!(3);
    let fault = launch(2, 4).fault(|| {
        let (block, i) = (block(), block().group_index().x * 4 + 1);
        x.at(i * block.thread_rank()).read();
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:11: index out of bounds: the len is 5 but the index is 5\n  \
             in thread (1, 0, 0) of block (1, 0, 0)"
        )
    );
}

#[test]
fn divisions() {
    fn message(f: impl Fn() + Sync) -> String {
        match launch(1, 1).fault(f) {
            Fault::Panic { message, .. } => message,
            fault => panic!("{fault}"),
        }
    }
    let zero = std::hint::black_box(0);
    assert_eq!(
        message(|| _ = rt::div(1i32, zero)),
        "attempt to divide by zero"
    );
    assert_eq!(
        message(|| _ = rt::div(i32::MIN, zero - 1)),
        "attempt to divide with overflow"
    );
    assert_eq!(
        message(|| _ = rt::rem(1i32, zero)),
        "attempt to calculate the remainder with a divisor of zero"
    );
    assert_eq!(
        message(|| _ = rt::rem(i32::MIN, zero - 1)),
        "attempt to calculate the remainder with overflow"
    );
}

#[test]
fn an_assertion_among_a_thousand_that_wait() {
    // The others are unwound, with what they hold, and the launch after is as good as new.
    static HELD: AtomicUsize = AtomicUsize::new(0);
    struct Held;
    impl Drop for Held {
        fn drop(&mut self) {
            HELD.fetch_sub(1, SeqCst);
        }
    }
    let line = here!(7);
    let fault = launch(6, 1024).workers(2).fault(|| {
        HELD.fetch_add(1, SeqCst);
        let _held = Held;
        let block = block();
        block.sync();
        let (rank, limit) = (block.thread_rank(), 1000);
        assert!(rank != limit, "rank {rank} is the limit");
        block.sync();
    });
    assert_eq!(
        text(&fault),
        format!("F:{line}:9: rank 1000 is the limit\n  in thread (1000, 0, 0) of block (0, 0, 0)")
    );
    assert_eq!(HELD.load(SeqCst), 0);
    launch(6, 1024).run(|| block().sync()).unwrap();
}

#[test]
fn the_first_of_several_failures_in_the_order_of_blocks() {
    // Block 0 waits for block 3 and never fails; 1 to 3 all do, 1 last as time goes.
    for workers in 1..=3 {
        let mut flag = 0u32;
        let go = atomic(&mut flag);
        let fault = launch(4, 2)
            .workers(workers)
            .fault(|| match block().group_index().x {
                0 => while go.load(Acquire) == 0 {},
                1 => {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    panic!("one")
                }
                other => panic!("{other}"),
            });
        assert!(
            matches!(&fault, Fault::Panic { message, .. } if message == "one"),
            "{fault}"
        );
    }
}

#[test]
fn a_spinning_block_does_not_keep_a_failure_back() {
    let mut flag = 0u32;
    let never = atomic(&mut flag);
    let fault = launch(3, 32).workers(2).fault(|| {
        if block().group_index().x == 2 {
            panic!("last");
        }
        while never.load(Relaxed) == 0 {}
    });
    assert!(
        matches!(
            &fault,
            Fault::Panic {
                block: [2, 0, 0],
                ..
            }
        ),
        "{fault}"
    );
}

#[test]
fn two_call_sites() {
    let (first, second) = (here!(4), here!(6));
    let fault = launch(1, 8).fault(|| {
        let block = block();
        if block.thread_rank() % 8 < 5 {
            block.sync();
        } else {
            block.sync();
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "threads of a `ThreadBlock` are in different collectives\n  \
             F:{first}:19: threads 0-4 of block (0, 0, 0) are in `sync`\n  \
             F:{second}:19: thread 5 of block (0, 0, 0) is in `sync`\n  \
             all threads of a group must make the same collective calls, from the same places in the source"
        )
    );
}

#[test]
fn two_operators_at_one_call_site() {
    fn best<G: Reduce>(group: &G, op: impl Operator<f32>) -> f32 {
        group.reduce(1.0, op)
    }
    let line = here!(-2);
    let fault = launch(1, 64).fault(|| {
        let tile = tile::<4>();
        if block().thread_rank() != 42 {
            best(&tile, Min);
        } else {
            best(&tile, Max);
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "threads of a `ThreadBlockTile<4>` are in different collectives\n  \
             F:{line}:15: threads 40-41 of block (0, 0, 0) are in `reduce(Min) of f32`\n  \
             F:{line}:15: thread 42 of block (0, 0, 0) is in `reduce(Max) of f32`\n  \
             all threads of a group must make the same collective calls, from the same places in the source"
        )
    );
}

#[test]
fn two_types_at_one_call_site() {
    fn first<T: phalanx_groups::DeviceCopy>(tile: &phalanx_groups::ThreadBlockTile<32>, v: T) -> T {
        tile.shfl(v, 0)
    }
    let fault = launch(1, 32).fault(|| {
        if block().thread_rank() < 31 {
            first(&tile(), (1u32, [0.5f64; 2]));
        } else {
            first(&tile(), half::f16::ONE);
        }
    });
    let Fault::Divergent {
        group,
        first,
        second,
    } = fault
    else {
        panic!("{fault}")
    };
    assert_eq!(group, "ThreadBlockTile<32>");
    assert_eq!(first.operation, "shfl of (u32, [f64; 2])");
    assert_eq!(second.operation, "shfl of f16");
    assert_eq!(
        second.who,
        Who::Threads {
            block: [0; 3],
            ranks: vec![31]
        }
    );
}

#[test]
fn a_member_that_ended_before_the_others_came() {
    let line = here!(6);
    let fault = launch(1, 33).fault(|| {
        let block = block();
        if block.thread_rank() % 32 == 0 {
            return;
        }
        block.sync();
    });
    assert_eq!(
        text(&fault),
        format!(
            "a thread of a `ThreadBlock` has ended, but others wait for it\n  \
             F:{line}:15: thread 1 of block (0, 0, 0) is in `sync`\n  \
             thread 0 of block (0, 0, 0) has ended\n  \
             all threads of a group must reach its collectives: leave out work with `if`, not the rest of the \
             kernel with `return`"
        )
    );
}

#[test]
fn a_member_that_ended_while_the_others_waited() {
    let fault = launch(1, 64).fault(|| {
        let warp = tile::<16>();
        if block().thread_rank() != 31 {
            warp.ballot(true);
        }
    });
    let Fault::Exited {
        group,
        waiting,
        exited,
        ..
    } = fault
    else {
        panic!("{fault}")
    };
    assert_eq!(
        (group.as_str(), waiting.operation.as_str()),
        ("ThreadBlockTile<16>", "ballot")
    );
    assert_eq!(
        waiting.who,
        Who::Threads {
            block: [0; 3],
            ranks: (16..31).collect()
        }
    );
    assert_eq!(
        exited,
        Who::Threads {
            block: [0; 3],
            ranks: vec![31]
        }
    );
}

#[test]
fn a_member_of_a_coalesced_group_that_ended() {
    let (made, line) = (here!(3), here!(5));
    let fault = launch(1, 32).fault(|| {
        if block().thread_rank() % 2 == 0 {
            let group = coalesced_threads();
            if group.thread_rank() > 0 {
                group.sync();
            }
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "a thread of a `CoalescedGroup` has ended, but others wait for it\n  \
             F:{line}:23: thread 2 of block (0, 0, 0) is in `sync`\n  \
             thread 0 of block (0, 0, 0) has ended, last seen at F:{made}:25\n  \
             all threads of a group must reach its collectives: leave out work with `if`, not the rest of the \
             kernel with `return`"
        )
    );
}

#[test]
fn where_a_member_that_ended_was_last_seen() {
    let (seen, sync) = (here!(4), here!(6));
    let fault = launch(1, 4).fault(|| {
        let flags = block().shared::<[u32; 4]>();
        if block().thread_rank() > 1 {
            return flags.at(block().thread_rank()).write(1);
        }
        block().sync();
    });
    assert_eq!(
        text(&fault),
        format!(
            "a thread of a `ThreadBlock` has ended, but others wait for it\n  \
             F:{sync}:17: threads 0-1 of block (0, 0, 0) are in `sync`\n  \
             thread 2 of block (0, 0, 0) has ended, last seen at F:{seen}:52\n  \
             all threads of a group must reach its collectives: leave out work with `if`, not the rest of the \
             kernel with `return`"
        )
    );
}

#[test]
fn a_false_claim() {
    let line = here!(4);
    let fault = launch(1, 8).fault(|| {
        let rank = block().thread_rank();
        // SAFETY: none, to see what happens.
        unsafe { assume_uniform(&block(), (rank / 5) as f32, "five is many") };
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:18: a value is not equal for all threads of a `ThreadBlock`, though `assume_uniform` says so\n  \
             threads 0-4 of block (0, 0, 0) have 0.0\n  \
             thread 5 of block (0, 0, 0) has 1.0\n  \
             the reason given: five is many"
        )
    );
    launch(2, 64)
        .run(|| {
            let rank = block().thread_rank();
            // SAFETY: a warp's number is equal in the warp.
            let warp = unsafe { assume_uniform(&tile::<32>(), rank / 32, "by the warp's number") };
            assert_eq!(warp, rank / 32);
        })
        .unwrap();
}

#[test]
fn a_false_claim_about_the_grid() {
    let fault = launch(3, 2).cooperative().fault(|| {
        let grid = CooperativeGrid::enter();
        // SAFETY: none, to see what happens.
        unsafe { assume_uniform(&grid, grid.block_rank() == 1, "there is but one") };
    });
    let Fault::FalseClaim { first, second, .. } = fault else {
        panic!("{fault}")
    };
    assert_eq!(first.to_string(), "all threads of blocks 0, 2 have false");
    assert_eq!(second.to_string(), "all threads of block 1 have true");
}

#[test]
fn an_argument_that_must_be_equal_for_all() {
    const OPERATION: Operation = Operation {
        name: "broadcast",
        value: Some(Type::of::<u32>()),
        operator: None,
        uniform: Some(Uniform::number("rank")),
        orders_memory: false,
        combine: None,
    };
    let line = here!(5);
    let fault = launch(1, 32).fault(|| {
        exec::with(|context| {
            // SAFETY: this thread's slot, before its rendezvous.
            unsafe { (*context.slot().as_ptr()).argument = block().thread_rank() / 3 };
            context.rendezvous(Scope::Tile { size: 16 }, &OPERATION, Location::caller());
        });
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:70: `broadcast of u32` has one `rank` for all threads of a `ThreadBlockTile<16>`\n  \
             threads 0-2 of block (0, 0, 0) have 0\n  \
             thread 3 of block (0, 0, 0) has 1"
        )
    );
}

#[test]
fn a_member_that_ended_though_another_spins() {
    // Nobody else stands still: found at once, not when nothing can run.
    let mut flag = 0u32;
    let never = atomic(&mut flag);
    let fault = launch(1, 32).fault(|| match block().thread_rank() {
        0 => while never.load(Relaxed) == 0 {},
        1 => {}
        _ => block().sync(),
    });
    assert!(matches!(fault, Fault::Exited { .. }), "{fault}");
}

#[test]
fn a_deadlock() {
    let (vote, sync) = (here!(5), here!(7));
    let fault = launch(3, 64).fault(|| {
        let (block, tile) = (block(), tile::<8>());
        // In the first and the last tile only the upper half votes.
        if block.group_index().x == 2 && block.thread_rank() % 56 >= 4 {
            tile.any(true);
        }
        block.sync();
    });
    assert_eq!(
        text(&fault),
        format!(
            "deadlock in block (2, 0, 0): every thread waits for another\n  \
             F:{sync}:15: threads 0-3, 8-59 of block (2, 0, 0) are in `sync` of a `ThreadBlock`, \
             without threads 4-7, 60-63 of block (2, 0, 0)\n  \
             F:{vote}:18: threads 4-7, 60-63 of block (2, 0, 0) are in `any` of a `ThreadBlockTile<8>`, \
             without threads 0-3, 56-59 of block (2, 0, 0)"
        )
    );
}

#[test]
fn a_deadlock_of_block_and_grid() {
    let (of_block, of_grid) = (here!(4), here!(6));
    let fault = launch(2, 32).cooperative().fault(|| {
        let (block, grid) = (block(), CooperativeGrid::enter());
        if block.group_index().x == 1 && block.thread_rank() < 16 {
            block.sync();
        } else {
            grid.sync();
        }
    });
    assert_eq!(
        text(&fault),
        format!(
            "deadlock in block (1, 0, 0): every thread waits for another\n  \
             F:{of_block}:19: threads 0-15 of block (1, 0, 0) are in `sync` of a `ThreadBlock`, \
             without threads 16-31 of block (1, 0, 0)\n  \
             F:{of_grid}:18: threads 16-31 of block (1, 0, 0) are in `sync` of a `CooperativeGrid`, \
             without threads 0-15 of block (1, 0, 0)"
        )
    );
}

#[test]
fn a_block_that_ended_while_the_grid_waits() {
    for workers in 1..=3 {
        let line = here!(6);
        let fault = launch(5, 32).cooperative().workers(workers).fault(|| {
            let grid = CooperativeGrid::enter();
            if grid.block_rank() == 3 {
                return;
            }
            grid.sync();
        });
        assert_eq!(
            text(&fault),
            format!(
                "a thread of a `CooperativeGrid` has ended, but others wait for it\n  \
                 F:{line}:18: all threads of block 4 are in `sync`\n  \
                 all threads of block 3 have ended\n  \
                 all threads of a group must reach its collectives: leave out work with `if`, not the rest of \
                 the kernel with `return`"
            )
        );
    }
}

#[test]
fn blocks_at_different_barriers_of_the_grid() {
    for workers in 1..=3 {
        let (first, second) = (here!(4), here!(6));
        let fault = launch(5, 3).cooperative().workers(workers).fault(|| {
            let grid = CooperativeGrid::enter();
            if grid.block_rank() % 2 == 0 {
                grid.sync();
            } else {
                grid.sync();
            }
        });
        assert_eq!(
            text(&fault),
            format!(
                "threads of a `CooperativeGrid` are in different collectives\n  \
                 F:{first}:22: all threads of blocks 0, 2, 4 are in `sync`\n  \
                 F:{second}:22: all threads of blocks 1, 3 are in `sync`\n  \
                 all threads of a group must make the same collective calls, from the same places in the source"
            )
        );
    }
}

#[test]
fn a_read_of_uninitialised_shared_memory() {
    let (declared, read) = (here!(2), here!(5));
    let fault = launch(1, 256).fault(|| {
        let partial = block().shared::<[f32; 256]>();
        if block().thread_rank() == 77 {
            // The barrier is missing.
            partial.at(78).read();
        }
        partial.at(block().thread_rank()).write(0.0);
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{read}:28: reads element 78 of a `[f32; 256]` in shared memory, which nothing was written to\n  \
             in thread (77, 0, 0) of block (0, 0, 0)\n  \
             write it before; if another thread does, `sync` the `ThreadBlock` between the two\n  \
             declared at F:{declared}:31"
        )
    );
}

#[test]
fn a_read_of_an_uninitialised_dynamic_array() {
    let mut launch = launch(1, 1);
    launch.dynamic = vec![
        phalanx_emulator::DynamicArray {
            bytes: 80,
            align: 8
        };
        2
    ];
    let line = here!(2);
    let fault = launch.fault(|| {
        dynamic_shared::<f64>(1).sub(3..).at(4).read();
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:49: reads element 7 of dynamic array 1 in shared memory, which nothing was written to\n  \
             in thread (0, 0, 0) of block (0, 0, 0)\n  \
             write it before; if another thread does, `sync` the `ThreadBlock` between the two"
        )
    );
}

#[test]
fn too_much_shared_memory() {
    let line = here!(3);
    let fault = launch(1, 1).fault(|| {
        block().shared::<[u8; 40_000]>();
        block().shared::<[Atomic<u32>; 3000]>();
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:17: no room for 12000 more bytes of shared memory: a block has 49152 bytes, of which 40000 are used\n  \
             in block (0, 0, 0)"
        )
    );
}

#[test]
fn a_lane_out_of_range_in_strict_mode_only() {
    let mut seen = [0u32; 8];
    let out = output(&mut seen);
    let kernel = || {
        let tile = tile::<8>();
        let v = tile.shfl(tile.thread_rank() as u32, tile.thread_rank() + 3);
        out.at(tile.thread_rank()).write(v);
    };
    launch(1, 8).run(kernel).unwrap();
    assert_eq!(seen, [3, 4, 5, 6, 7, 0, 1, 2]);

    let line = here!(6);
    let out = output(&mut seen);
    let mut strict = launch(1, 8);
    strict.properties.strict_lanes = true;
    let fault = strict.fault(|| {
        out.at(0)
            .write(tile::<8>().shfl(1u32, tile::<8>().thread_rank() + 3))
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:32: `shfl of u32` names lane 8 of a group of 8 threads\n  \
             in thread (5, 0, 0) of block (0, 0, 0)\n  \
             a GPU takes the lane modulo the size of the group"
        )
    );
}

#[test]
fn a_block_that_tiles_do_not_divide() {
    let fault = launch(1, 48).fault(|| _ = block().tiled_partition::<32>());
    assert!(
        matches!(&fault, Fault::Panic { message, .. } if message == "a block of 48 threads cannot be divided into tiles of 32"),
        "{fault}"
    );
}

#[test]
fn a_stack_that_cannot_be_had() {
    let mut launch = launch(2, 32);
    launch.properties.stack = 1 << 60;
    let fault = launch.fault(|| unreachable!());
    assert!(
        matches!(
            &fault,
            Fault::NoStack {
                block: [0, 0, 0],
                thread: [0, 0, 0],
                ..
            }
        ),
        "{fault}"
    );
}

#[test]
fn a_barrier_of_the_grid_in_an_ordinary_launch() {
    let fault = launch(2, 32).fault(|| CooperativeGrid::enter().sync());
    let Fault::Panic { message, .. } = fault else {
        panic!("{fault}")
    };
    assert_eq!(message, "a barrier of the grid needs a cooperative launch");
}

#[test]
fn threads_that_name_different_ranks() {
    let line = here!(3);
    let fault = launch(1, 64).fault(|| {
        let block = block();
        block.broadcast(1_u32, block.thread_rank() / 40);
    });
    assert_eq!(
        text(&fault),
        format!(
            "F:{line}:15: threads of one group name different ranks for `broadcast`: 0 and 1\n  \
             in thread (0, 0, 0) of block (0, 0, 0)"
        )
    );
}

#[test]
fn an_arrival_that_nobody_waits_on() {
    let line = here!(3);
    let fault = launch(1, 64).fault(|| {
        let mut block = block();
        let _ = block.arrive();
    });
    let Fault::Panic { message, .. } = fault else {
        panic!("{fault}")
    };
    assert_eq!(
        message.replace(file!(), "F"),
        format!(
            "a thread arrived at a barrier at F:{line}:23 and did not wait: call `wait` on what `arrive` gave"
        )
    );
}

#[test]
fn a_failure_between_arrival_and_wait() {
    let fault = launch(1, 64).fault(|| {
        let (mut block, tile) = (block(), tile::<32>());
        let rank = block.thread_rank();
        let arrival = block.arrive();
        // The others hold an arrival when they are ended.
        assert!(rank != 5, "five");
        tile.sync();
        arrival.wait();
    });
    assert!(text(&fault).contains("five"), "{}", text(&fault));
}

#[test]
fn a_wait_where_others_synchronise() {
    let fault = launch(1, 64).fault(|| {
        let mut block = block();
        if block.thread_rank() < 32 {
            block.arrive().wait();
        } else {
            block.sync();
        }
    });
    assert!(matches!(fault, Fault::Divergent { .. }), "{fault}");
}
