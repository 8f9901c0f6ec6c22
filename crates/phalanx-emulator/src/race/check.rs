//! Each access, as it happens.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

use phalanx_groups::exec::{Access, AccessKind};

use super::epoch::Epoch;
use super::knowledge::Messages;
use super::shadow::{Cell, Shadow, Touched, Which};
use crate::block::Block;
use crate::report;

impl Block<'_> {
    /// Checks an access by the current thread against what others did, and remembers it.
    #[inline]
    pub(crate) fn check_access(&self, access: &Access, shared: bool) {
        if !self.arena.clocks.on() {
            return;
        }
        let raced = if shared {
            self.touch_all(&self.arena.shared.shadows(), access, false)
        } else {
            self.touch_all(&self.launch.shadows, access, self.launch.concurrent)
        };
        if let Err((first, wrote)) = raced {
            self.fail(report::race(self, first, wrote, access));
        }
        if access.order != Relaxed || access.kind == AccessKind::AtomicStore {
            self.pass_messages(access, shared);
        }
    }

    /// Checks an access to an object in one of these arrays, which other operating-system threads may
    /// touch as well if it is `concurrent`.
    #[inline]
    fn touch_all(
        &self,
        shadows: &[Shadow],
        access: &Access,
        concurrent: bool,
    ) -> Result<(), (Touched, bool)> {
        let Some(shadow) = shadows.iter().find(|shadow| shadow.holds(access.address)) else {
            return Ok(());
        };
        shadow
            .cells(access.address, access.object.size)
            .try_for_each(|cell| {
                if concurrent {
                    cell.lock();
                }
                let touched = self.touch(cell, access);
                if concurrent {
                    cell.unlock();
                }
                touched
            })
    }

    /// Checks an access to a cell. An error is another access that it races with, and whether that
    /// was a write.
    #[inline]
    fn touch(&self, cell: Cell<'_>, access: &Access) -> Result<(), (Touched, bool)> {
        let clocks = &self.arena.clocks;
        let atomic = !matches!(access.kind, AccessKind::Read | AccessKind::Write);
        let me = clocks.epoch(self.current.get(), atomic);
        let found = |which| {
            cell.touched(which)
                .map_or(Ok(()), |it| Err((it, which == Which::Write)))
        };

        let write = cell.epoch(Which::Write);
        if !self.ordered(write, me) {
            found(Which::Write)?;
        }
        let (last, first) = (cell.epoch(Which::LastRead), cell.epoch(Which::FirstRead));
        if matches!(access.kind, AccessKind::Read | AccessKind::AtomicLoad) {
            // Of the reads that a write could race with two are kept, by different threads, so that
            // one at least is not the writer's; and of different warps if there are such, so that a
            // barrier of the writer's warp does not order both.
            if last != me {
                if last != Epoch::NONE && !last.same_thread(me) && !clocks.known_to_all(last) {
                    let apart = first.same_warp(me) && !last.same_warp(me);
                    if first == Epoch::NONE || clocks.known_to_all(first) || apart {
                        cell.keep_last_as_first();
                    }
                } else if first != Epoch::NONE && clocks.known_to_all(first) {
                    cell.forget(Which::FirstRead);
                }
                cell.set(Which::LastRead, me, access.site);
            }
        } else {
            if last != Epoch::NONE {
                if !self.ordered(last, me) {
                    found(Which::LastRead)?;
                }
                if !self.ordered(first, me) {
                    found(Which::FirstRead)?;
                }
                cell.forget(Which::LastRead);
                cell.forget(Which::FirstRead);
            }
            cell.set(Which::Write, me, access.site);
        }
        Ok(())
    }

    /// Whether something is certain to come before what the current thread does now, or both are
    /// atomic.
    #[inline]
    fn ordered(&self, then: Epoch, me: Epoch) -> bool {
        let clocks = &self.arena.clocks;
        then == Epoch::NONE
            || clocks.known_to_all(then)
            || then.same_thread(me)
            || (then.is_atomic() && me.is_atomic())
            || clocks.knows(self.current.get(), then)
    }

    /// What an atomic operation learns from those before it and tells those after it.
    fn pass_messages(&self, access: &Access, shared: bool) {
        let (clocks, me) = (&self.arena.clocks, self.current.get());
        let address = access.address;
        let loads = access.kind != AccessKind::AtomicStore;
        self.with_messages(shared, |messages| {
            if loads
                && matches!(access.order, Acquire | AcqRel | SeqCst)
                && let Some(message) = messages.get(address)
            {
                clocks.learn(me, message);
            }
            let releases = matches!(access.order, Release | AcqRel | SeqCst);
            match access.kind {
                AccessKind::AtomicStore if releases => {
                    messages.replace(address, clocks.release(me));
                }
                AccessKind::AtomicStore => messages.remove(address),
                AccessKind::AtomicUpdate if releases => {
                    messages.add(address, &clocks.release(me));
                }
                _ => {}
            }
        });
    }

    /// The current thread's exchange took place, and releases.
    pub(crate) fn exchanged(&self, address: usize) {
        let clocks = &self.arena.clocks;
        if clocks.on() {
            let shared = self.arena.shared.offset_of(address).is_some();
            let message = clocks.release(self.current.get());
            self.with_messages(shared, |messages| messages.add(address, &message));
        }
    }

    fn with_messages(&self, shared: bool, f: impl FnOnce(&mut Messages)) {
        if shared {
            f(&mut self.arena.clocks.messages.borrow_mut());
        } else {
            // Atomic operations on global memory are done by turns, so that nobody waits here.
            let messages = self.launch.messages.lock();
            f(&mut messages.unwrap_or_else(PoisonError::into_inner));
        }
    }
}
