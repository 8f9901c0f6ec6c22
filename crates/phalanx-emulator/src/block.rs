//! The state of one block: what its threads and the scheduler beneath them share.

use std::cell::{Cell, UnsafeCell};
use std::ptr;

use phalanx_groups::exec::{Position, Site, Slot};

use crate::fault::{Fault, Who};
use crate::fiber::Yielder;
use crate::launch::Launch;
use crate::race::Clocks;
use crate::rendezvous::{MeetingPoint, Places};
use crate::set::{MAX_THREADS, ThreadSet};
use crate::shared::SharedMemory;
use crate::spin::Spins;

/// The state of one block.
///
/// A running thread reaches it through the execution context while the scheduler that resumed the
/// thread holds it too, so everything is changed through shared references. All of it stays on one
/// operating-system thread.
pub(crate) struct Block<'l> {
    pub(crate) launch: &'l Launch<'l>,
    /// Rank in the grid.
    pub(crate) rank: u64,
    /// Index in the grid.
    pub(crate) index: [u32; 3],
    /// The thread that runs, or ran last.
    pub(crate) current: Cell<usize>,
    /// With what the current thread suspends itself.
    pub(crate) yielder: Cell<*const Yielder>,
    /// Why the current thread suspended itself, if the scheduler has to act on it.
    pub(crate) interrupt: Cell<Option<Interrupt>>,
    /// The threads that can run.
    pub(crate) ready: ThreadSet,
    /// Of these, the ones that gave way to others when they last ran: they may be waiting for a
    /// value to change.
    pub(crate) yielded: ThreadSet,
    /// The threads that have ended.
    pub(crate) exited: ThreadSet,
    /// How many have.
    pub(crate) exited_count: Cell<usize>,
    /// The warps with threads in `coalesced_threads`, a bit each.
    pub(crate) coalescing: Cell<u32>,
    /// For how many rounds some have been there since the last group was made.
    pub(crate) held_rounds: Cell<u32>,
    /// How many groups were made at run time.
    pub(crate) coalesced_count: Cell<u32>,
    /// How many more atomic operations the current thread may do before it gives way.
    pub(crate) atomics_left: Cell<u32>,
    /// Whether a thread did what other blocks see since the round began.
    pub(crate) used_turn: Cell<bool>,
    /// How many times the grid has come together.
    pub(crate) grid_meetings: Cell<usize>,
    /// How often a thread did what may let another go on that spins or waits, or was seen to work:
    /// wrote to memory, came to a collective, ended.
    pub(crate) progress: Cell<u64>,
    pub(crate) arena: Arena,
}

/// Why a thread hands the whole block back.
pub(crate) enum Interrupt {
    /// It is about to touch what other blocks see, and it is not the block's turn.
    NeedsTurn,
    /// It did something wrong.
    Fault(Box<Fault>),
}

/// What a thread that is not ready waits for, or what came of it.
#[derive(Clone, Copy)]
pub(crate) enum Wait {
    /// It has not waited yet.
    Nothing,
    /// The others of its group, at this meeting point.
    At(usize),
    /// Company in `coalesced_threads`, called here.
    Coalesce(Site),
    /// Has come out of `coalesced_threads` in this group.
    Coalesced { id: u32, members: u32 },
}

/// The parts of a block that are kept for the next one.
pub(crate) struct Arena {
    /// For how many threads this is.
    pub(crate) places: Places,
    pub(crate) waits: Box<[Cell<Wait>]>,
    pub(crate) slots: Box<[UnsafeCell<Slot>]>,
    pub(crate) points: Box<[MeetingPoint]>,
    /// For each warp the lanes whose meeting points are in use by coalesced groups.
    pub(crate) coalesced_points: Box<[Cell<u32>]>,
    pub(crate) shared: SharedMemory,
    pub(crate) clocks: Clocks,
    pub(crate) spins: Spins,
}

impl Arena {
    /// An arena for blocks of `threads` threads with `shared` bytes of shared memory.
    pub(crate) fn new(threads: usize, shared: usize) -> Self {
        assert!(
            (1..=MAX_THREADS).contains(&threads),
            "a block has 1 to {MAX_THREADS} threads, not {threads}"
        );
        let places = Places::of(threads);
        Self {
            places,
            waits: (0..threads).map(|_| Cell::new(Wait::Nothing)).collect(),
            slots: (0..threads).map(|_| UnsafeCell::new(Slot::EMPTY)).collect(),
            points: (0..places.count())
                .map(|_| MeetingPoint::default())
                .collect(),
            coalesced_points: (0..threads.div_ceil(32)).map(|_| Cell::new(0)).collect(),
            shared: SharedMemory::of_size(shared),
            clocks: Clocks::of(places),
            spins: Spins::of(threads),
        }
    }

    /// Whether this is an arena for such blocks.
    pub(crate) fn is_for(&self, threads: usize, shared: usize) -> bool {
        self.places.threads() == threads && self.shared.is_for(shared)
    }

    /// Forgets who was waiting when the last block was ended.
    pub(crate) fn clear(&self) {
        self.points.iter().for_each(|point| point.arrived.set(0));
        self.coalesced_points.iter().for_each(|lanes| lanes.set(0));
    }
}

impl<'l> Block<'l> {
    /// A block about to start, on an arena made for its size.
    pub(crate) fn new(launch: &'l Launch<'l>, rank: u64, arena: Arena) -> Self {
        debug_assert_eq!(arena.places.threads(), launch.threads);
        arena.clocks.reset(rank, launch.properties.checks);
        arena.spins.reset();
        arena
            .shared
            .reset(launch.shape.dynamic_shared, arena.clocks.on());
        let ready = ThreadSet::empty();
        ready.insert_below(launch.threads);
        Self {
            launch,
            rank,
            index: launch.block_index(rank),
            current: Cell::new(0),
            yielder: Cell::new(ptr::null()),
            interrupt: Cell::new(None),
            ready,
            yielded: ThreadSet::empty(),
            exited: ThreadSet::empty(),
            exited_count: Cell::new(0),
            coalescing: Cell::new(0),
            held_rounds: Cell::new(0),
            coalesced_count: Cell::new(0),
            atomics_left: Cell::new(0),
            used_turn: Cell::new(false),
            grid_meetings: Cell::new(0),
            progress: Cell::new(0),
            arena,
        }
    }

    #[inline]
    pub(crate) fn threads(&self) -> usize {
        self.arena.places.threads()
    }

    pub(crate) fn position_of(&self, rank: usize) -> Position {
        Position {
            grid_dim: self.launch.shape.grid,
            block_dim: self.launch.shape.block,
            block_index: self.index,
            thread_index: unravel(rank as u64, self.launch.shape.block),
        }
    }

    /// Lets others run; returns when the scheduler comes back to the current thread.
    ///
    /// Must be called from a thread of this block.
    #[inline]
    pub(crate) fn suspend(&self) {
        let yielder = self.yielder.get();
        // SAFETY: the yielder of the current thread, which is alive because it is the one calling.
        unsafe { (*yielder).suspend(()) };
        // Others have run meanwhile.
        self.yielder.set(yielder);
    }

    /// Ends the block because the current thread did something wrong. The thread is unwound.
    #[cold]
    pub(crate) fn fail(&self, fault: Fault) -> ! {
        self.interrupt.set(Some(Interrupt::Fault(Box::new(fault))));
        loop {
            // The scheduler does not come back: the block's fibers are unwound from here.
            self.suspend();
        }
    }

    /// Threads of this block, for a report.
    pub(crate) fn who(&self, ranks: impl IntoIterator<Item = usize>) -> Who {
        Who::Threads {
            block: self.index,
            ranks: ranks.into_iter().map(|rank| rank as u32).collect(),
        }
    }
}

/// The index of the element of linear rank `rank`, x fastest.
pub(crate) fn unravel(rank: u64, dim: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = dim.map(u64::from);
    [
        (rank % x) as u32,
        (rank / x % y) as u32,
        (rank / x / y) as u32,
    ]
}
