//! Groups of whoever was there, and calls on older groups while they live (R8).
//!
//! The threads that `coalesced_threads()` brings together may be in different turns of a loop, or in
//! different calls of the function. Each of them comes to every call on the group, but if a call on an
//! older group stands between, one may wait there for a thread that already waits in the younger group
//! for it. So the younger group is of no use behind a call on an older one. Among themselves, younger
//! groups within older ones, such groups always come to an end: whoever is waited for only has to get
//! through groups that are younger still.

use super::Walker;
use crate::converge::domain::{GroupSet, ScopeId};
use crate::converge::over::Over;
use crate::converge::why::Why;
use crate::syntax::ast::Expr;

impl Walker<'_> {
    /// The threads of `scope` come together in `call`.
    pub(super) fn come_together(&mut self, scope: ScopeId, call: &Expr) {
        let Some(state) = &mut self.state else {
            return;
        };
        let forest = &self.layout.forest;
        for (made, younger) in forest.coalesced_after(scope) {
            let is_repeated =
                !self.f.function.is_kernel() || self.layout.made_in_some_loop.contains(younger);
            if !is_repeated || !state.alive.contains(younger) {
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
    }
}
