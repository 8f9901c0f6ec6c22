//! What is known at one point of the program.

use std::rc::Rc;

use super::domain::{Forest, GroupSet, ScopeId};
use super::over::Over;
use super::values::{Ids, Leaf, Value};
use crate::syntax::ast::{ExprId, LocalId};

#[derive(Debug, Clone)]
pub(super) struct State {
    /// By [`LocalId`]; `None` before the local has a value.
    locals: Vec<Option<Rc<Value>>>,
    /// For each construct that is open, from the outside in: the groups of which, of those threads that
    /// entered the construct, all come to this point or none. The first stands for the caller and is
    /// about all threads: the `C` of the rules.
    pub(super) present: Vec<Over>,
    /// The groups that exist.
    pub(super) alive: GroupSet,
    /// Whether the threads of a warp that are here are in one turn of every loop and in one call: there is
    /// only one, or they have waited for each other in this one.
    pub(super) met: bool,
    /// The groups of whoever was there of which the threads are in one turn of every loop, and in one call.
    pub(super) in_step: GroupSet,
    /// The barriers at which threads have arrived and not waited, or some of them: the groups, and where
    /// they arrived.
    pub(super) arrived: Vec<(ScopeId, ExprId)>,
}

impl State {
    pub(super) fn new(locals: usize, alive: GroupSet, met: bool) -> State {
        State {
            locals: vec![None; locals],
            present: Vec::new(),
            alive,
            met,
            in_step: GroupSet::EMPTY,
            arrived: Vec::new(),
        }
    }

    pub(super) fn local(&self, local: LocalId) -> Option<&Value> {
        self.locals[local.0 as usize].as_deref()
    }

    pub(super) fn set(&mut self, local: LocalId, value: Value) {
        self.locals[local.0 as usize] = Some(Rc::new(value));
    }

    /// The groups that are wholly here.
    pub(super) fn here(&self) -> &Over {
        &self.present[0]
    }

    /// What lies between this point and the entry of every open construct: a decision.
    pub(super) fn decide(&mut self, over: &Over) {
        for present in &mut self.present {
            present.narrow(over);
        }
    }

    /// A group has been made: its threads are here. With the group that it was cut from, if it was cut.
    pub(super) fn enter(&mut self, made: ScopeId, parent: Option<ScopeId>) {
        let new = GroupSet::one(made);
        self.alive = self.alive.or(new);
        // Who has met the others in a later turn is not here in an earlier one.
        let in_step = self.met && parent.is_none();
        self.in_step = match in_step {
            true => self.in_step.or(new),
            false => self.in_step.without(new),
        };
        for present in &mut self.present {
            present.add(new);
        }
        self.each_leaf(&mut |leaf| match parent {
            Some(parent) if leaf.over.set.contains(parent) => leaf.over.add(new),
            Some(parent) => {
                let why = leaf.over.why(parent).cloned();
                leaf.over.remove(new, why);
            }
            None if Forest::reaches_coalesced(leaf.over.set) => leaf.over.add(new),
            None if in_step && leaf.over.set.contains(ScopeId::WARP) => leaf.over.add(new),
            None => {
                let why = leaf.over.why(ScopeId::WARP).cloned();
                let fixed = || leaf.over.why_not_fixed().cloned();
                leaf.over.remove(new, why.or_else(fixed));
            }
        });
    }

    /// The groups of an earlier turn of a loop are no more.
    pub(super) fn forget(&mut self, made: GroupSet) {
        if made.is_empty() {
            return;
        }
        self.alive = self.alive.without(made);
        self.in_step = self.in_step.without(made);
        for present in &mut self.present {
            present.remove(made, None);
        }
        self.each_leaf(&mut |leaf| leaf.lose(made));
    }

    pub(super) fn each_leaf(&mut self, change: &mut dyn FnMut(&mut Leaf)) {
        for value in self.locals.iter_mut().flatten() {
            Rc::make_mut(value).each_leaf(change);
        }
    }

    /// The state where the ways of two come together; `by` is over which groups all threads came the
    /// same way. What lies outside the construct that ends here is set right by the one who calls.
    pub(super) fn join(
        mut self,
        other: State,
        ids: &mut Ids,
        by: &dyn Fn(LocalId) -> Over,
    ) -> State {
        let locals = self.locals.iter_mut().zip(other.locals);
        for (index, (mine, other)) in locals.enumerate() {
            let local = LocalId(index as u32);
            let joined = match (&mine, other) {
                (Some(a), Some(b)) if !Rc::ptr_eq(a, &b) => ids.join(a, &b, &|| by(local)),
                // The others may not read it.
                (None, Some(b)) => {
                    *mine = Some(b);
                    continue;
                }
                _ => continue,
            };
            *mine = Some(Rc::new(joined));
        }
        self.alive = self.alive.and(other.alive);
        self.in_step = self.in_step.and(other.in_step);
        self.met &= other.met;
        for arrival in other.arrived {
            if !self.arrived.contains(&arrival) {
                self.arrived.push(arrival);
            }
        }
        self
    }

    /// Narrows every local that is not what it was in `before`.
    pub(super) fn narrow_changes(
        &mut self,
        before: &State,
        ids: &mut Ids,
        by: &dyn Fn(LocalId) -> Over,
    ) {
        for (index, mine) in self.locals.iter_mut().enumerate() {
            let local = LocalId(index as u32);
            match (&mine, &before.locals[index]) {
                (Some(value), Some(before)) if !Rc::ptr_eq(value, before) => {
                    let narrowed = ids.narrow_changes(before, value, &|| by(local));
                    *mine = Some(Rc::new(narrowed));
                }
                // Got its first value meanwhile.
                (Some(value), None) => {
                    let mut value = (**value).clone();
                    value.each_leaf(&mut |leaf| leaf.over.narrow(&by(local)));
                    *mine = Some(Rc::new(value));
                }
                _ => {}
            }
        }
    }

    /// Without the locals that had no value in `before`: those of the body of a loop.
    pub(super) fn keep_locals_of(&mut self, before: &State) {
        for (mine, before) in self.locals.iter_mut().zip(&before.locals) {
            if before.is_none() {
                *mine = None;
            }
        }
    }

    /// Whether the two know the same of every local, and of every barrier.
    pub(super) fn same_groups(&self, other: &State) -> bool {
        if self.arrived != other.arrived {
            return false;
        }
        let mut pairs = self.locals.iter().zip(&other.locals);
        pairs.all(|pair| match pair {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.same_groups(b),
            (None, None) => true,
            _ => false,
        })
    }
}
