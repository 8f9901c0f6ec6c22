//! Which names are visible, and which groups the printed Rust has rebound so far.

use std::collections::HashSet;

use super::Walker;
use crate::converge::facts::{Part, Point};
use crate::converge::values::Value;
use crate::syntax::ast::LocalId;
use crate::types::ty::Group;
use crate::types::typed::TypedFunction;

#[derive(Debug, Default, Clone)]
pub(super) struct Names {
    /// The locals in scope, the innermost last.
    visible: Vec<LocalId>,
    /// Those that are rebound to `Diverged` already.
    rebound: HashSet<LocalId>,
}

/// What the names were before a block.
pub(super) struct Mark {
    visible: usize,
    rebound: HashSet<LocalId>,
}

impl Names {
    pub(super) fn declare(&mut self, local: LocalId) {
        self.visible.push(local);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            visible: self.visible.len(),
            rebound: self.rebound.clone(),
        }
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        self.visible.truncate(mark.visible);
        self.rebound = mark.rebound;
    }

    /// A new name for a group whose old name is rebound.
    pub(super) fn declare_rebound(&mut self, local: LocalId) {
        self.declare(local);
        self.rebound.insert(local);
    }

    /// The locals that a name still means.
    fn unshadowed(&self, f: &TypedFunction) -> Vec<LocalId> {
        let mut seen = HashSet::new();
        let innermost = |local: &&LocalId| seen.insert(&f.function.local(**local).name);
        let mut locals: Vec<LocalId> = self
            .visible
            .iter()
            .rev()
            .filter(innermost)
            .copied()
            .collect();
        locals.reverse();
        locals
    }
}

impl Walker<'_> {
    /// Follows a part with control of its own.
    pub(super) fn part<T>(&mut self, part: Part, follow: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.names.mark();
        self.note_diverged(Point::Start(part));
        let result = follow(self);
        self.names.back_to(mark);
        result
    }

    /// Takes note of the groups that are not whole any more at this point.
    pub(super) fn note_diverged(&mut self, point: Point) {
        let Some(state) = self.state.as_ref().filter(|_| !self.quiet) else {
            return;
        };
        let here = state.here().set;
        let gone: Vec<LocalId> = self
            .names
            .unshadowed(self.f)
            .into_iter()
            .filter(|local| {
                let group = self.f.tables.local(*local).as_group();
                if let Some(Group::Grid | Group::Arrival(_)) = group {
                    return false;
                }
                let scope = match state.local(*local) {
                    Some(Value::Group(scope)) => *scope,
                    _ => return false,
                };
                !here.contains(scope)
                    && !self.names.rebound.contains(local)
                    // Borrowed by what `arrive` gave, so that nothing can be asked of it anyway.
                    && state.arrived.iter().all(|(arrived, _)| *arrived != scope)
            })
            .collect();
        if !gone.is_empty() {
            self.names.rebound.extend(&gone);
            self.facts.diverged.insert(point, gone);
        }
    }
}
