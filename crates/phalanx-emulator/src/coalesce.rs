//! `coalesced_threads`: which threads of a warp are together.
//!
//! A GPU takes whoever is active. Here a thread that asks is held until no other thread of its warp
//! can run; then all that were held at one call site are a group. That is as many as there can be,
//! and the same ones each time. Under a random schedule they are made into several groups.

use phalanx_groups::exec::{Coalesced, Site};

use crate::block::{Block, Wait};
use crate::schedule::Round;

/// For how many rounds threads are held while others of their warp run. Those may be waiting for
/// the held ones in a loop of collectives, where nobody can see that they wait.
const PATIENCE: u32 = 64;

impl Block<'_> {
    /// Makes a group of the threads of the current thread's warp that are at this site.
    pub(crate) fn coalesce_here(&self, site: Site) -> Coalesced {
        let me = self.current.get();
        self.arena.clocks.see(me, site);
        self.arena.waits[me].set(Wait::Coalesce(site));
        self.ready.remove(me);
        self.coalescing.set(self.coalescing.get() | 1 << (me / 32));
        self.suspend();
        match self.arena.waits[me].get() {
            Wait::Coalesced { id, members } => {
                let lower = members & ((1 << (me % 32)) - 1);
                Coalesced {
                    id,
                    members,
                    rank: lower.count_ones(),
                }
            }
            _ => unreachable!("a thread in `coalesced_threads` goes on only when it has a group"),
        }
    }

    /// At the end of a round: makes the groups of the warps in which nobody can run but, at most,
    /// threads that wait for a value to change.
    pub(crate) fn make_coalesced_groups(&self, round: &mut Round) {
        if self.coalescing.get() == 0 {
            return;
        }
        let held = self.held_rounds.get() + 1;
        self.held_rounds.set(held);
        let mut left = self.coalescing.get();
        while left != 0 {
            let warp = left.trailing_zeros() as usize;
            left &= left - 1;
            let running = self.ready.warp(warp) & !self.yielded.warp(warp);
            if running == 0 || held >= PATIENCE {
                self.make_groups_of(warp, round);
                self.coalescing.set(self.coalescing.get() & !(1 << warp));
                self.held_rounds.set(0);
            }
        }
    }

    /// An id that no other group made at run time has.
    pub(crate) fn next_group(&self) -> u32 {
        let id = self.coalesced_count.get();
        self.coalesced_count.set(id.wrapping_add(1));
        id
    }

    fn make_groups_of(&self, warp: usize, round: &mut Round) {
        let first = warp * 32;
        let site_of = |lane: usize| match self.arena.waits.get(first + lane)?.get() {
            Wait::Coalesce(site) => Some(site),
            _ => None,
        };
        for lane in 0..32 {
            let Some(site) = site_of(lane) else { continue };
            // Lower lanes have been given their group already.
            let together = |&other: &usize| {
                site_of(other).is_some_and(|at| std::ptr::eq(at, site) || at == site)
            };
            let all = (lane..32)
                .filter(together)
                .fold(0u32, |members, other| members | 1 << other);
            let members = round.company(all);
            let id = self.next_group();
            for member in (0..32).filter(|member| members >> member & 1 == 1) {
                self.arena.waits[first + member].set(Wait::Coalesced { id, members });
            }
            self.ready
                .insert_mask(warp / 2, u64::from(members) << (warp % 2 * 32));
        }
    }
}
