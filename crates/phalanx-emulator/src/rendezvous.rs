//! Where the members of a group meet for a collective.
//!
//! Each group instance has a meeting point. The first member to arrive says what the collective is;
//! the others must say the same. When the last has arrived, the members' values are combined and
//! all may go on. A member waits until then, so it cannot be in two collectives at once, and the
//! point serves one collective after the other.

use std::cell::{Cell, UnsafeCell};
use std::ops::Range;

use phalanx_groups::exec::{Coalesced, Operation, Scope, Site, Slot};

use crate::block::{Block, Wait};
use crate::fault::Fault;
use crate::report;

/// Where the members of one group instance meet.
#[derive(Default)]
pub(crate) struct MeetingPoint {
    /// How many have arrived. The rest means something only if any have.
    pub(crate) arrived: Cell<usize>,
    pub(crate) call: Cell<Option<Call>>,
    /// Which coalesced group meets here, if it is one.
    pub(crate) coalesced: Cell<Option<Coalesced>>,
}

/// What the members of a group are in together.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) operation: &'static Operation,
    pub(crate) site: Site,
    /// The argument, if it must be equal for all.
    pub(crate) argument: usize,
    /// Why the kernel's author believes that it is, if that is a claim.
    pub(crate) reason: Option<&'static str>,
}

impl Call {
    #[inline]
    pub(crate) fn agrees(&self, other: &Call) -> bool {
        // Pointers are equal as a rule; one call site in two codegen units has two of them.
        (std::ptr::eq(self.operation, other.operation) && std::ptr::eq(self.site, other.site))
            || (self.operation == other.operation && self.site == other.site)
    }
}

/// How a block's meeting points are numbered: the block, its tiles, the block's part of the grid,
/// coalesced groups.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    threads: usize,
    /// The least power of two that is not less than `threads`.
    padded: usize,
}

/// What a meeting point is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Block,
    /// The tile of `size` threads that begins with rank `first`.
    Tile {
        size: usize,
        first: usize,
    },
    Grid,
    /// A coalesced group of this warp.
    Coalesced {
        warp: usize,
    },
}

impl Places {
    pub(crate) const BLOCK: usize = 0;

    pub(crate) fn of(threads: usize) -> Self {
        Self {
            threads,
            padded: threads.next_power_of_two(),
        }
    }

    #[inline]
    pub(crate) fn threads(self) -> usize {
        self.threads
    }

    pub(crate) fn count(self) -> usize {
        2 * self.padded + 1 + self.threads
    }

    /// Tiles are numbered like the nodes of a binary tree, which they are: one thread each at the
    /// leaves, the whole block at the root, number 1.
    #[inline]
    pub(crate) fn tile(self, size: usize, rank: usize) -> usize {
        let level = size.trailing_zeros();
        (self.padded >> level) + (rank >> level)
    }

    pub(crate) fn grid(self) -> usize {
        2 * self.padded
    }

    #[inline]
    fn coalesced(self, rank: usize) -> usize {
        2 * self.padded + 1 + rank
    }

    /// The lane of the warp at whose point a coalesced group meets.
    fn home_lane(self, number: usize) -> usize {
        (number - self.coalesced(0)) % 32
    }

    /// The points of all tiles that the thread is in, from the smallest.
    fn tiles_of(self, rank: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.padded + rank), |&number| {
            Some(number / 2).filter(|&parent| parent > 0)
        })
    }

    /// The points of all tiles that both threads are in, from the smallest.
    #[inline]
    pub(crate) fn common_tiles(self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        let level = usize::BITS - (a ^ b).leading_zeros();
        std::iter::successors(Some((self.padded + a) >> level), |&number| {
            Some(number / 2).filter(|&parent| parent > 0)
        })
    }

    /// The ranks of the tile that meets at this point; the largest may have fewer threads.
    pub(crate) fn tile_members(self, number: usize) -> Range<usize> {
        let level = self.padded.ilog2() - number.ilog2();
        let first = (number << level) - self.padded;
        first..first + (1 << level)
    }

    /// What the meeting point of this number is for.
    pub(crate) fn what(self, number: usize) -> Place {
        if number == Self::BLOCK {
            Place::Block
        } else if number < self.grid() {
            let members = self.tile_members(number);
            Place::Tile {
                size: members.len(),
                first: members.start,
            }
        } else if number == self.grid() {
            Place::Grid
        } else {
            Place::Coalesced {
                warp: (number - self.coalesced(0)) / 32,
            }
        }
    }
}

impl Block<'_> {
    /// The current thread arrives at its group's collective; returns when all members have.
    #[inline]
    pub(crate) fn meet_claiming(
        &self,
        scope: Scope,
        operation: &'static Operation,
        site: Site,
        reason: Option<&'static str>,
    ) {
        let me = self.current.get();
        self.arena.clocks.see(me, site);
        let places = self.arena.places;
        let (number, size) = match scope {
            Scope::Block => (Places::BLOCK, places.threads()),
            Scope::Tile { size } => (places.tile(size as usize, me), size as usize),
            Scope::Coalesced(group) => (
                self.coalesced_point(group, me),
                group.members.count_ones() as usize,
            ),
            Scope::Grid => {
                assert!(
                    self.launch.shape.cooperative,
                    "a barrier of the grid needs a cooperative launch"
                );
                (places.grid(), places.threads())
            }
        };
        self.progress.set(self.progress.get() + 1);
        let point = &self.arena.points[number];
        let argument = match operation.uniform {
            // SAFETY: the current thread's slot, which only it touches now.
            Some(_) => unsafe { (*self.arena.slots[me].get()).argument },
            None => 0,
        };
        let call = Call {
            operation,
            site,
            argument,
            reason,
        };
        let before = point.arrived.get();
        if before == 0 {
            point.call.set(Some(call));
        } else {
            let first = point.call.get().expect("the first to arrive has set it");
            if !first.agrees(&call) {
                self.fail(report::divergent(self, number, first, call));
            }
            if first.argument != argument {
                self.fail(report::not_uniform(self, number, first, call));
            }
        }
        point.arrived.set(before + 1);
        self.arena.waits[me].set(Wait::At(number));
        if self.exited_count.get() > 0 && self.exited_member(number) {
            self.ready.remove(me);
            self.fail(report::exited(self, number));
        }
        if before + 1 < size || matches!(scope, Scope::Grid) {
            // That a block is complete at a barrier of the grid is for the scheduler to see.
            self.ready.remove(me);
        } else {
            self.complete(scope, number, call);
            if size == 1 {
                return;
            }
        }
        // Also the last to arrive, so that all go on in the order of their ranks.
        self.suspend();
    }

    /// All members are at this point: combines their values and lets them go on.
    #[inline]
    fn complete(&self, scope: Scope, number: usize, call: Call) {
        let operation = call.operation;
        let me = self.current.get();
        self.arena.points[number].arrived.set(0);
        match scope {
            Scope::Block => {
                self.ready.insert_below(self.threads());
                self.arena.clocks.met(number, 0..self.threads(), call);
                self.combine(operation, 0..self.threads());
            }
            Scope::Tile { size } => {
                let size = size as usize;
                let first = me & !(size - 1);
                // A tile of at most a warp lies in one word of the set.
                self.ready
                    .insert_mask(first / 64, ((1 << size) - 1) << (first % 64));
                self.arena.clocks.met(number, first..first + size, call);
                self.combine(operation, first..first + size);
            }
            Scope::Coalesced(group) => {
                let warp = me / 32;
                let home = self.arena.places.home_lane(number);
                let in_use = &self.arena.coalesced_points[warp];
                in_use.set(in_use.get() & !(1 << home));
                self.ready
                    .insert_mask(warp / 2, u64::from(group.members) << (warp % 2 * 32));
                self.arena.clocks.met_coalesced(warp, group.members, call);
                self.combine_lanes(operation, warp * 32, group.members);
            }
            Scope::Grid => unreachable!("the launch lets the threads of a grid go on"),
        }
    }

    /// Combines the values of threads with neighbouring ranks.
    #[inline]
    fn combine(&self, operation: &Operation, ranks: Range<usize>) {
        if let Some(combine) = operation.combine {
            let slots = &self.arena.slots[ranks];
            // SAFETY: the slots' threads wait in the collective, so that nobody else touches them,
            // and each has put in a value of the operation's type, on which all agreed.
            unsafe {
                let first = UnsafeCell::raw_get(slots.as_ptr());
                combine(std::slice::from_raw_parts_mut(first, slots.len()));
            }
        }
    }

    /// Combines the values of these lanes of a warp.
    fn combine_lanes(&self, operation: &Operation, first: usize, members: u32) {
        let Some(combine) = operation.combine else {
            return;
        };
        let lanes = || {
            (0..32)
                .filter(|lane| members >> lane & 1 == 1)
                .map(|lane| self.arena.slots[first + lane].get())
        };
        let mut gathered = [Slot::EMPTY; 32];
        // SAFETY: as in `combine`.
        unsafe {
            for (gathered, slot) in gathered.iter_mut().zip(lanes()) {
                *gathered = *slot;
            }
            combine(&mut gathered[..members.count_ones() as usize]);
            for (gathered, slot) in gathered.iter().zip(lanes()) {
                *slot = *gathered;
            }
        }
    }

    /// Where the group meets: at the point of the member that came first, which can be in no other
    /// collective, or at the current thread's if it is the first.
    fn coalesced_point(&self, group: Coalesced, me: usize) -> usize {
        let (warp, places) = (me / 32, self.arena.places);
        let in_use = &self.arena.coalesced_points[warp];
        let mut homes = in_use.get();
        while homes != 0 {
            let number = places.coalesced(warp * 32 + homes.trailing_zeros() as usize);
            if self.arena.points[number]
                .coalesced
                .get()
                .is_some_and(|other| other.id == group.id)
            {
                return number;
            }
            homes &= homes - 1;
        }
        in_use.set(in_use.get() | 1 << (me % 32));
        let number = places.coalesced(me);
        self.arena.points[number].coalesced.set(Some(group));
        number
    }

    /// The threads that meet at a point, ascending.
    pub(crate) fn members(&self, number: usize) -> impl Iterator<Item = usize> {
        let (ranks, lanes) = match self.arena.places.what(number) {
            Place::Block | Place::Grid => (0..self.threads(), u32::MAX),
            Place::Tile { size, first } => (first..first + size, u32::MAX),
            Place::Coalesced { warp } => {
                let group = self.arena.points[number].coalesced.get();
                (
                    warp * 32..(warp + 1) * 32,
                    group.map_or(0, |group| group.members),
                )
            }
        };
        ranks.filter(move |rank| lanes >> (rank % 32) & 1 == 1)
    }

    /// Whether a thread that meets at this point has ended.
    fn exited_member(&self, number: usize) -> bool {
        match self.arena.places.what(number) {
            Place::Block | Place::Grid => true,
            Place::Tile { size, first } => self
                .exited
                .next(first)
                .is_some_and(|rank| rank < first + size),
            Place::Coalesced { .. } => self.members(number).any(|rank| self.exited.contains(rank)),
        }
    }

    /// The current thread has ended. An error if others of one of its groups wait for it.
    pub(crate) fn exit(&self) -> Result<(), Fault> {
        let (me, places) = (self.current.get(), self.arena.places);
        self.ready.remove(me);
        self.exited.insert(me);
        self.exited_count.set(self.exited_count.get() + 1);
        self.progress.set(self.progress.get() + 1);
        let waited_for = |&number: &usize| self.arena.points[number].arrived.get() > 0;
        let coalesced = (me / 32 * 32..me / 32 * 32 + 32)
            .filter(|home| self.arena.coalesced_points[me / 32].get() >> (home % 32) & 1 == 1)
            .map(|home| places.coalesced(home))
            .filter(|&number| self.members(number).any(|rank| rank == me));
        let mut points = [Places::BLOCK, places.grid()]
            .into_iter()
            .chain(places.tiles_of(me))
            .chain(coalesced);
        match points.find(waited_for) {
            Some(number) => Err(report::exited(self, number)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn places_are_distinct_and_say_what_they_are(threads in 1usize..=1024, rank in 0usize..1024) {
            let (places, rank) = (Places::of(threads), rank % threads);
            prop_assert_eq!(places.what(Places::BLOCK), Place::Block);
            prop_assert_eq!(places.what(places.grid()), Place::Grid);
            prop_assert_eq!(places.what(places.coalesced(rank)), Place::Coalesced { warp: rank / 32 });
            prop_assert_eq!(places.home_lane(places.coalesced(rank)), rank % 32);
            prop_assert!(places.coalesced(rank) < places.count());
            for other in [0, rank / 2, threads - 1] {
                let in_both: Vec<usize> = places
                    .tiles_of(rank)
                    .filter(|&tile| places.tile_members(tile).contains(&other))
                    .collect();
                prop_assert_eq!(Vec::from_iter(places.common_tiles(rank, other)), in_both);
            }
            let mut size = 1;
            while threads.is_multiple_of(size) && size <= threads {
                let number = places.tile(size, rank);
                prop_assert_eq!(places.what(number), Place::Tile { size, first: rank / size * size });
                prop_assert!(places.tiles_of(rank).any(|tile| tile == number));
                size *= 2;
            }
        }
    }
}
