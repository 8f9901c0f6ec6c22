//! What a running thread asks of the emulator.

use std::ptr::NonNull;

use phalanx_groups::exec::{
    Access, AccessKind, Coalesced, Context, Operation, Position, Scope, Site, Slot, Type,
};

use crate::block::{Block, Interrupt};
use crate::fault::Fault;
use crate::report;

/// After how many atomic operations a thread lets others run: one that spins needs them to.
pub(crate) const ATOMICS_A_TURN: u32 = 16;

// SAFETY: slots and shared memory are the arena's, which lives as long as the block and its
// threads; each thread has its own slot, and others touch it only while its thread is in `meet`.
unsafe impl Context for Block<'_> {
    fn position(&self) -> Position {
        self.position_of(self.current.get())
    }

    #[inline]
    fn slot(&self) -> NonNull<Slot> {
        NonNull::new(self.arena.slots[self.current.get()].get()).expect("an address of a slice")
    }

    #[inline]
    fn rendezvous(&self, scope: Scope, operation: &'static Operation, site: Site) {
        self.meet_claiming(scope, operation, site, None);
    }

    fn claim(&self, scope: Scope, operation: &'static Operation, site: Site, reason: &'static str) {
        self.meet_claiming(scope, operation, site, Some(reason));
    }

    fn coalesce(&self, site: Site) -> Coalesced {
        self.coalesce_here(site)
    }

    fn new_group(&self) -> u32 {
        self.next_group()
    }

    fn post(&self, operation: &'static Operation, slot: Slot) {
        *self.launch.posted() = Some((operation, slot));
    }

    fn posted(&self, operation: &'static Operation) -> Option<Slot> {
        let posted = *self.launch.posted();
        posted
            .filter(|(posted, _)| *posted == operation)
            .map(|(_, slot)| slot)
    }

    fn lane_out_of_range(
        &self,
        lane: usize,
        size: usize,
        operation: &'static Operation,
        site: Site,
    ) {
        if self.launch.properties.strict_lanes {
            let position = self.position();
            self.fail(Fault::LaneOutOfRange {
                place: site.into(),
                operation: operation.to_string(),
                lane,
                size,
                block: position.block_index,
                thread: position.thread_index,
            });
        }
    }

    fn shared(&self, site: Site, object: Type, size: usize, align: usize) -> NonNull<u8> {
        let shared = &self.arena.shared;
        shared.object(site, object, size, align).unwrap_or_else(|| {
            self.fail(Fault::SharedExhausted {
                place: site.into(),
                bytes: size,
                used: shared.used(),
                limit: shared.size(),
                block: self.index,
            })
        })
    }

    fn dynamic_shared(&self, index: usize) -> (NonNull<u8>, usize) {
        match self.arena.shared.array(index) {
            Some(array) => array,
            None => panic!("the launch has no dynamic shared array {index}"),
        }
    }

    #[inline]
    fn access(&self, access: Access) {
        self.arena.clocks.see(self.current.get(), access.site);
        let shared = self.arena.shared.offset_of(access.address);
        let atomic = matches!(
            access.kind,
            AccessKind::AtomicLoad | AccessKind::AtomicStore | AccessKind::AtomicUpdate
        );
        if atomic {
            self.give_way_now_and_then(&access);
            if shared.is_none() {
                self.wait_for_turn();
            }
            if access.kind != AccessKind::AtomicLoad {
                self.progress.set(self.progress.get() + 1);
            }
        }
        if let Some(offset) = shared {
            match access.kind {
                AccessKind::Write | AccessKind::AtomicStore => {
                    self.progress.set(self.progress.get() + 1);
                    self.arena.shared.mark_written(offset, access.object.size)
                }
                AccessKind::Read | AccessKind::AtomicLoad | AccessKind::AtomicUpdate => {
                    if !self.arena.shared.is_written(
                        offset,
                        access.object.size,
                        access.object.align,
                    ) {
                        self.fail(report::uninitialised(self, &access, offset));
                    }
                }
            }
        } else if access.kind == AccessKind::Write {
            self.progress.set(self.progress.get() + 1);
        }
        self.check_access(&access, shared.is_some());
    }

    fn unchanged(&self) {
        self.progress.set(self.progress.get() - 1);
    }

    fn released(&self, address: usize) {
        self.exchanged(address);
    }

    fn watches_global(&self) -> bool {
        !self.launch.shadows.is_empty()
    }
}

impl Block<'_> {
    /// Lets others run if the current thread has done many atomic operations in a row.
    #[inline]
    fn give_way_now_and_then(&self, access: &Access) {
        match self.atomics_left.get().checked_sub(1) {
            Some(left) => self.atomics_left.set(left),
            None => {
                self.may_spin(access);
                self.yielded.insert(self.current.get());
                self.suspend();
            }
        }
    }

    /// Returns when it is the block's turn to do what other blocks see.
    #[inline]
    fn wait_for_turn(&self) {
        while !self.launch.turns.is_of(self.rank) {
            self.interrupt.set(Some(Interrupt::NeedsTurn));
            self.suspend();
        }
        self.used_turn.set(true);
    }
}
