//! Groups of whoever was there, and calls on older groups while they live (R8).
//!
//! The threads that `coalesced_threads()` brings together may be in different turns of a loop, or in
//! different calls of the function. Each of them comes to every call on the group, but if a call on an
//! older group stands between, one may wait there for a thread that already waits in the younger group
//! for it. So the younger group is of no use behind such a call. Among themselves, younger groups within
//! older ones, such groups always come to an end: whoever is waited for only has to get through groups
//! that are younger still.
//!
//! Unless its threads are in step. They are outside of loops in a kernel, where there is but one turn and
//! one call. They are if the threads of the warp have waited for each other before in the same turn: who is in a later turn has met the others there. And they are if all threads of the
//! group come to a call in which those of the warp wait for each other: who is in a later turn has made
//! that call in the earlier one, too, together with those who are still on the way to it.

use super::Walker;
use crate::converge::domain::{GroupSet, ScopeId};
use crate::converge::over::Over;
use crate::converge::why::Why;
use crate::syntax::ast::Expr;

/// What threads do that come to a call of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comes {
    /// They wait until all are there.
    Waits,
    /// They go on.
    Passes,
    /// They enter a function, where they do either, or both, or only sometimes.
    IsPassed,
}

impl Walker<'_> {
    /// The threads of `scope` come to `call`.
    pub(super) fn come_together(&mut self, scope: ScopeId, call: &Expr, comes: Comes) {
        let Some(state) = &mut self.state else {
            return;
        };
        let forest = &self.layout.forest;
        let whole_warps = forest.below(scope).contains(ScopeId::WARP);
        for (made, younger) in forest.coalesced_after(scope) {
            if !state.alive.contains(younger) || state.in_step.contains(younger) {
                continue;
            }
            if whole_warps && comes != Comes::IsPassed && state.here().set.contains(younger) {
                if comes == Comes::Waits {
                    state.in_step = state.in_step.or(GroupSet::one(younger));
                }
                continue;
            }
            let useless = forest.below(younger);
            let why = Why::Between {
                at: call.span,
                call: call.id,
                made,
            };
            let over = Over::because(GroupSet::EVERYTHING.without(useless), why);
            state.decide(&over);
            // It stays so, whatever is open here and ends.
            for construct in &mut self.open {
                construct.stay.narrow(&over);
            }
        }
        if whole_warps && comes == Comes::Waits {
            state.met = true;
        }
    }

    /// What is equal over the warp in this turn and call is equal over a part of it whose threads are in
    /// one turn and one call.
    pub(super) fn with_those_in_step(&self, set: GroupSet) -> GroupSet {
        match &self.state {
            Some(state) if set.contains(ScopeId::WARP) => {
                let in_step = self.layout.forest.cut_from(state.in_step);
                set.or(in_step.and(state.alive))
            }
            _ => set,
        }
    }
}
