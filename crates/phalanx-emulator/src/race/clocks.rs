//! The clocks of a block's threads, and what they know of each other.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use phalanx_groups::exec::Site;

use super::epoch::Epoch;
use super::knowledge::{Knowledge, Messages};
use crate::rendezvous::{Call, Places};

/// The clocks of a block's threads, and what they know of each other.
pub(crate) struct Clocks {
    places: Places,
    /// The block's rank in the grid.
    block: Cell<u64>,
    /// Whether accesses are checked at all.
    on: Cell<bool>,
    now: Box<[Cell<u32>]>,
    /// Of everything below this each thread of the block knows.
    floor: Cell<u32>,
    /// And of what was below this in any block.
    grid_floor: Cell<u32>,
    /// By meeting point: of what was below this in the tile each thread of it knows.
    tile_floors: Box<[Cell<u32>]>,
    /// Whether any tile has met at a barrier.
    tiles_met: Cell<bool>,
    /// By meeting point: the last collective of the tile or block that ordered nothing.
    unordered: Box<[Cell<Option<Meeting>>]>,
    /// The same for coalesced groups, by warp.
    unordered_coalesced: Box<[Cell<Option<Meeting>>]>,
    learnt: Box<[RefCell<Option<Arc<Knowledge>>>]>,
    /// Whether any thread has learnt anything.
    any_learnt: Cell<bool>,
    /// What atomics in shared memory have to tell.
    pub(super) messages: RefCell<Messages>,
    /// Where each thread was seen last.
    seen: Box<[Cell<Option<Site>>]>,
}

/// A collective that ordered nothing.
#[derive(Clone, Copy)]
struct Meeting {
    /// What its members' clocks were afterwards.
    now: u32,
    call: Call,
    /// Of a coalesced group: the lanes that were in it.
    lanes: u32,
}

impl Clocks {
    pub(crate) fn of(places: Places) -> Self {
        let threads = places.threads();
        let points = places.grid();
        Self {
            places,
            block: Cell::new(0),
            on: Cell::new(false),
            now: (0..threads).map(|_| Cell::new(1)).collect(),
            floor: Cell::new(1),
            grid_floor: Cell::new(1),
            tile_floors: (0..points).map(|_| Cell::new(0)).collect(),
            tiles_met: Cell::new(false),
            unordered: (0..points).map(|_| Cell::new(None)).collect(),
            unordered_coalesced: (0..threads.div_ceil(32)).map(|_| Cell::new(None)).collect(),
            learnt: (0..threads).map(|_| RefCell::default()).collect(),
            any_learnt: Cell::new(false),
            messages: RefCell::default(),
            seen: (0..threads).map(|_| Cell::new(None)).collect(),
        }
    }

    /// For the next block, of this rank.
    pub(crate) fn reset(&self, block: u64, on: bool) {
        let on = on && block < Epoch::BLOCKS;
        self.block.set(block);
        self.on.set(on);
        self.seen.iter().for_each(|seen| seen.set(None));
        if !on {
            return;
        }
        self.floor.set(1);
        self.grid_floor.set(1);
        self.now.iter().for_each(|now| now.set(1));
        if self.tiles_met.take() {
            self.tile_floors.iter().for_each(|floor| floor.set(0));
        }
        self.unordered.iter().for_each(|last| last.set(None));
        self.unordered_coalesced
            .iter()
            .for_each(|last| last.set(None));
        if self.any_learnt.take() {
            self.learnt.iter().for_each(|learnt| _ = learnt.take());
        }
        self.messages.borrow_mut().clear();
    }

    #[inline]
    pub(crate) fn on(&self) -> bool {
        self.on.get()
    }

    /// The thread is here.
    #[inline]
    pub(crate) fn see(&self, thread: usize, site: Site) {
        self.seen[thread].set(Some(site));
    }

    /// Where the thread was seen last.
    pub(crate) fn seen(&self, thread: usize) -> Option<Site> {
        self.seen[thread].get()
    }

    #[inline]
    pub(super) fn epoch(&self, thread: usize, atomic: bool) -> Epoch {
        Epoch::of(self.block.get(), thread, self.now[thread].get(), atomic)
    }

    /// Whether the thread certainly knows of what was done then; a quick look.
    #[inline]
    pub(super) fn known_to_all(&self, then: Epoch) -> bool {
        let floor = if then.block() == self.block.get() {
            &self.floor
        } else {
            &self.grid_floor
        };
        then.clock() < floor.get()
    }

    /// Whether the thread knows of what was done then, which not all do.
    pub(super) fn knows(&self, thread: usize, then: Epoch) -> bool {
        let here = then.block() == self.block.get();
        if here && self.tiles_met.get() {
            let mut tiles = self.places.common_tiles(thread, then.thread());
            if tiles.any(|number| then.clock() < self.tile_floors[number].get()) {
                return true;
            }
        }
        self.any_learnt.get()
            && self.learnt[thread]
                .borrow()
                .as_ref()
                .is_some_and(|learnt| learnt.has(then.block(), then.thread(), then.clock()))
    }

    /// The threads of the block or of one of its tiles, which meet at point `number`, have come
    /// together in a collective.
    #[inline]
    pub(crate) fn met(&self, number: usize, members: Range<usize>, call: Call) {
        if !self.on.get() {
            return;
        }
        let all = members.len() == self.now.len();
        let now = self.advance(members.clone());
        if !call.operation.orders_memory {
            let lanes = u32::MAX;
            self.unordered[number].set(Some(Meeting { now, call, lanes }));
        } else {
            if all {
                self.floor.set(now);
            } else {
                self.tile_floors[number].set(now);
                self.tiles_met.set(true);
            }
            if self.any_learnt.get() {
                self.share(members, all);
            }
        }
    }

    /// The members of a coalesced group, lanes of a warp, have come together.
    pub(crate) fn met_coalesced(&self, warp: usize, lanes: u32, call: Call) {
        let members = || {
            (0..32)
                .filter(|lane| lanes >> lane & 1 == 1)
                .map(|lane| warp * 32 + lane)
        };
        if !self.on.get() {
            return;
        }
        // The threads of a tile come to the same with less writing.
        let (first, count) = (lanes.trailing_zeros(), lanes.count_ones());
        let is_tile = count.is_power_of_two()
            && first.is_multiple_of(count)
            && lanes >> first == u32::MAX >> (32 - count);
        if call.operation.orders_memory && is_tile {
            let first = warp * 32 + first as usize;
            let number = self.places.tile(count as usize, first);
            self.met(number, first..first + count as usize, call);
        } else if call.operation.orders_memory {
            let mut all = Knowledge::default();
            members().for_each(|member| all.join(&self.release(member)));
            let all = Arc::new(all);
            members().for_each(|member| _ = self.learnt[member].replace(Some(Arc::clone(&all))));
            self.any_learnt.set(true);
        } else {
            let now = members().map(|member| self.now[member].get()).max();
            let now = now.map_or(0, |now| self.tick(now));
            members().for_each(|member| self.now[member].set(now));
            self.unordered_coalesced[warp].set(Some(Meeting { now, call, lanes }));
        }
    }

    /// Sets the members' clocks to one that none of them has reached.
    #[inline]
    fn advance(&self, members: Range<usize>) -> u32 {
        let clocks = &self.now[members];
        let last = clocks.iter().fold(0, |last, now| last.max(now.get()));
        let now = self.tick(last);
        clocks.iter().for_each(|clock| clock.set(now));
        now
    }

    /// The clock after this one. If there is none, nothing is checked any more.
    #[inline]
    fn tick(&self, now: u32) -> u32 {
        if now + 1 >= Epoch::CLOCKS {
            self.on.set(false);
            return now;
        }
        now + 1
    }

    /// What some of them have learnt all of them know now.
    fn share(&self, members: Range<usize>, is_block: bool) {
        let learnt = &self.learnt[members];
        let same = |a: &Option<Arc<Knowledge>>, b: &Option<Arc<Knowledge>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if learnt
            .windows(2)
            .all(|two| same(&two[0].borrow(), &two[1].borrow()))
        {
            return;
        }
        let mut all = Knowledge::default();
        let mut before: Option<Arc<Knowledge>> = None;
        for one in learnt {
            let one = one.borrow();
            if let Some(knowledge) = &*one
                && !same(&one, &before)
            {
                all.join(knowledge);
                before = Some(Arc::clone(knowledge));
            }
        }
        if is_block {
            all.forget(self.block.get());
        }
        let all = (!all.is_empty()).then(|| Arc::new(all));
        if is_block {
            self.any_learnt.set(all.is_some());
        }
        learnt.iter().for_each(|one| _ = one.replace(all.clone()));
    }

    /// All that the thread knows, what it did itself included. What it does from now on is not.
    pub(super) fn release(&self, thread: usize) -> Knowledge {
        let block = self.block.get();
        let mut all = match &*self.learnt[thread].borrow() {
            Some(learnt) => Knowledge::clone(learnt),
            None => Knowledge::default(),
        };
        all.learn_block(block, self.floor.get());
        if self.tiles_met.get() {
            for number in self.places.common_tiles(thread, thread) {
                let floor = self.tile_floors[number].get();
                if floor > self.floor.get() {
                    self.places
                        .tile_members(number)
                        .filter(|&member| member < self.now.len())
                        .for_each(|member| all.learn(block, member, floor));
                }
            }
        }
        let now = self.tick(self.now[thread].get());
        self.now[thread].set(now);
        all.learn(block, thread, now);
        all
    }

    /// The thread learns what others know.
    pub(super) fn learn(&self, thread: usize, message: &Knowledge) {
        let mut learnt = self.learnt[thread].borrow_mut();
        Arc::make_mut(learnt.get_or_insert_default()).join(message);
        self.any_learnt.set(true);
    }

    /// The latest of the block's clocks.
    pub(crate) fn latest(&self) -> u32 {
        self.now.iter().map(Cell::get).max().unwrap_or(0)
    }

    /// The grid has come together at a barrier, and `latest` was the latest clock in it.
    pub(crate) fn met_grid(&self, latest: u32) {
        let now = self.tick(latest);
        self.now.iter().for_each(|clock| clock.set(now));
        self.floor.set(now);
        self.grid_floor.set(now);
        if self.any_learnt.take() {
            self.learnt.iter().for_each(|learnt| _ = learnt.take());
        }
    }

    /// A collective that both the thread and who did something then have been in since, and that
    /// ordered nothing.
    pub(crate) fn unordered_since(&self, thread: usize, then: Epoch) -> Option<Call> {
        if then.block() != self.block.get() {
            return None;
        }
        let of_tiles = self
            .places
            .common_tiles(thread, then.thread())
            .chain([Places::BLOCK])
            .filter_map(|number| self.unordered[number].get());
        let coalesced = self.unordered_coalesced[thread / 32]
            .get()
            .into_iter()
            .filter(|last| {
                let lane = |thread: usize| last.lanes >> (thread % 32) & 1 == 1;
                thread / 32 == then.thread() / 32 && lane(thread) && lane(then.thread())
            });
        of_tiles
            .chain(coalesced)
            .filter(|meeting| then.clock() < meeting.now)
            .max_by_key(|meeting| meeting.now)
            .map(|meeting| meeting.call)
    }
}
