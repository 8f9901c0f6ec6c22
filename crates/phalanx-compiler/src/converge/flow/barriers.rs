//! Barriers in two steps: whoever has arrived waits, on every way, and asks nothing of the group in between
//! (R11).

use super::{Edge, Walker};
use crate::converge::domain::ScopeId;
use crate::converge::messages;
use crate::syntax::ast::{Expr, ExprId};
use crate::types::ty::{Group, Ty};

impl Walker<'_> {
    /// Whether an expression is what `arrive` gave.
    pub(super) fn is_arrival(&self, expr: &Expr) -> bool {
        matches!(self.f.tables.ty(expr.id), Ty::Group(Group::Arrival(_)))
    }

    /// Where threads of the group have arrived at its barrier and not waited yet.
    fn arrived(&self, scope: ScopeId) -> Option<ExprId> {
        let arrived = &self.state.as_ref()?.arrived;
        let found = arrived.iter().find(|(known, _)| *known == scope)?;
        Some(found.1)
    }

    /// A call on a group: not between the two steps of its barrier.
    pub(super) fn not_between(&mut self, scope: ScopeId, call: &Expr) {
        match self.arrived(scope) {
            // Of an earlier turn of a loop, which did not wait: that is said at the end.
            Some(arrival) if arrival == call.id => {}
            Some(arrival) => self.refuse(|f| messages::between_steps(f, call, arrival)),
            None => {}
        }
    }

    pub(super) fn arrive(&mut self, scope: ScopeId, call: &Expr) {
        if let Some(state) = &mut self.state {
            state.arrived.push((scope, call.id));
        }
    }

    /// Of whom has waited already rustc knows: what `arrive` gave is gone then.
    pub(super) fn wait(&mut self, scope: ScopeId) {
        if let Some(state) = &mut self.state {
            state.arrived.retain(|(known, _)| *known != scope);
        }
    }

    /// At the end of the function nobody may have arrived without waiting.
    pub(super) fn all_have_waited(&mut self, ends: &[Edge]) {
        let mut told: Vec<ExprId> = Vec::new();
        for end in ends {
            for (_, arrival) in &end.state.arrived {
                if !told.contains(arrival) {
                    told.push(*arrival);
                    self.refuse(|f| messages::not_waited(f, *arrival, end.at));
                }
            }
        }
    }
}
