//! Threads that spin: that repeat atomic operations until another changes a value.
//!
//! Nobody can see what a thread waits for. But if all threads that run do atomic operations only,
//! none of them changes a value, each comes back to the same atomics, and so it goes on for a long
//! time, then nothing will change any more. Of this the block keeps how often anything happened, and
//! where each thread last gave way; the rest is done once a round of its threads, and once a turn of
//! the blocks (see `turns`).

use std::cell::Cell;
use std::fmt;

use phalanx_groups::exec::Access;

use crate::block::Block;

/// Where the threads of a block gave way, one of them at least if `any`.
pub(crate) struct Spins {
    last: Box<[Cell<Option<Spin>>]>,
    any: Cell<bool>,
}

/// Where a thread gave way.
#[derive(Clone, Copy)]
pub(crate) struct Spin {
    /// The operation that it is about to do.
    pub(crate) access: Access,
    /// The atomic at which it was before, and is expected again.
    anchor: usize,
    /// How many times it gave way since it was there.
    away: u64,
}

impl Spins {
    pub(crate) fn of(threads: usize) -> Self {
        Self {
            last: (0..threads).map(|_| Cell::new(None)).collect(),
            any: Cell::new(false),
        }
    }

    /// Before a new block.
    pub(crate) fn reset(&self) {
        if self.any.take() {
            self.last.iter().for_each(|last| last.set(None));
        }
    }

    /// Where the thread last gave way, if it has.
    pub(crate) fn of_thread(&self, rank: usize) -> Option<Spin> {
        self.last[rank].get()
    }
}

impl Spin {
    /// The value of the atomic.
    pub(crate) fn value(&self) -> String {
        struct Shown<'a>(&'a Access);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let show = self
                    .0
                    .object
                    .show
                    .expect("only atomics make threads give way");
                // SAFETY: the thread is about to access the atomic at this address.
                unsafe { show(self.0.address, f) }
            }
        }
        Shown(&self.access).to_string()
    }
}

impl Block<'_> {
    /// The current thread gives way, about to do this.
    ///
    /// It may be waiting for several atomics to change, or be on its way through many. So it has moved
    /// on if it has not come back for half as long as it may spin.
    pub(crate) fn may_spin(&self, access: &Access) {
        let away_for = self.launch.turns.still_rounds() / 2;
        let spins = &self.arena.spins;
        spins.any.set(true);
        let last = &spins.last[self.current.get()];
        let address = access.address;
        let (anchor, away) = match last.get() {
            Some(spin) if spin.anchor != address && spin.away < away_for => {
                (spin.anchor, spin.away + 1)
            }
            Some(spin) if spin.anchor != address => {
                self.progress.set(self.progress.get() + 1);
                (address, 0)
            }
            _ => (address, 0),
        };
        last.set(Some(Spin {
            access: *access,
            anchor,
            away,
        }));
    }
}

/// For how many rounds nothing has happened in a block.
pub(crate) struct Stillness {
    /// The block's progress when the last round ended.
    seen: u64,
    /// Whether something has happened since the block last passed the turn.
    moved: bool,
    /// How many rounds in a row nothing has happened and the turn was not used.
    alone: u64,
}

impl Stillness {
    /// Before the first round.
    pub(crate) fn new() -> Self {
        Self {
            seen: u64::MAX,
            moved: true,
            alone: 0,
        }
    }

    /// A round has ended. Whoever runs in a round in which nothing happens does as many atomic
    /// operations as a turn of a thread has.
    #[inline]
    pub(crate) fn round_ends(&mut self, block: &Block<'_>) {
        let now = block.progress.get();
        let still = now == std::mem::replace(&mut self.seen, now)
            && block.ready.equals(&block.yielded)
            && !block.ready.is_empty();
        self.moved |= !still;
        self.alone = if still { self.alone + 1 } else { 0 };
    }

    /// For how many rounds nothing has happened and the turn was not used.
    pub(crate) fn alone(&self) -> u64 {
        self.alone
    }

    /// The block passes the turn: whether nothing has happened since it last did.
    pub(crate) fn passes(&mut self) -> bool {
        self.alone = 0;
        !std::mem::replace(&mut self.moved, false)
    }
}
