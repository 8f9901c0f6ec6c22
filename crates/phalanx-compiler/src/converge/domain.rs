//! Sets of groups, and which group lies inside which.

use std::collections::HashMap;

use crate::syntax::ast::ExprId;
use crate::types::ty::Const;

/// A group as the analysis tells them apart: one way to cut the threads of a launch into parts. A
/// thread is in exactly one part, so two tiles of one size are the same scope, whoever made them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u8);

/// A set of scopes, closed towards the smaller ones: with a group, the groups inside it.
///
/// Two properties of a value live in it side by side: over which groups it is equal, and whether it
/// is *fixed* ([`GroupSet::FIXED`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GroupSet(u128);

impl ScopeId {
    /// All threads of the launch.
    pub const GRID: ScopeId = ScopeId(1);
    pub const BLOCK: ScopeId = ScopeId(2);
    /// The aligned tiles of 32 threads: what the hardware runs together.
    pub const WARP: ScopeId = ScopeId(3);
    const FIRST_OTHER: u8 = 4;
    const LIMIT: u8 = 128;
}

impl GroupSet {
    pub const EMPTY: GroupSet = GroupSet(0);
    pub const EVERYTHING: GroupSet = GroupSet(u128::MAX);
    /// No group: the mark of a value that a thread would find the same whenever it computed it, in
    /// whichever turn of a loop and whichever call of the function.
    ///
    /// It matters to `coalesced_threads()`, which takes whoever is there: threads in different turns
    /// of a loop may meet, and then "equal over the block in this turn" says nothing about them.
    pub const FIXED: GroupSet = GroupSet(1);

    pub fn one(scope: ScopeId) -> GroupSet {
        GroupSet(1 << scope.0)
    }

    pub fn contains(self, scope: ScopeId) -> bool {
        self.0 & (1 << scope.0) != 0
    }

    pub fn is_fixed(self) -> bool {
        self.0 & GroupSet::FIXED.0 != 0
    }

    pub fn and(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 & other.0)
    }

    pub fn or(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 | other.0)
    }

    pub fn without(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 & !other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// How a scope comes to be.
#[derive(Debug, Clone, PartialEq)]
pub enum ScopeKind {
    Grid,
    Block,
    /// Aligned tiles of this many threads.
    Tile(Const),
    /// A group that a parameter brings and of which the type does not say which threads it has.
    Param(usize),
    /// A group that this expression makes.
    Made(ExprId),
}

#[derive(Debug)]
struct Scope {
    kind: ScopeKind,
    /// This scope and those that are inside it and stay in step with it.
    below: GroupSet,
    /// For a group of which only the threads are known to lie inside another: that other one. Threads
    /// of the group need not be in the same turn of a loop of it.
    within: Option<ScopeId>,
    /// The group that `coalesced_threads()` made and that this one is or was cut from, if there is one:
    /// its threads may have come from different calls of the function.
    apart: Option<ScopeId>,
}

/// All groups of one function.
#[derive(Debug)]
pub struct Forest {
    /// By [`ScopeId`]; the first stands for [`GroupSet::FIXED`].
    scopes: Vec<Scope>,
    sites: HashMap<ExprId, ScopeId>,
}

/// More groups than a [`GroupSet`] holds.
#[derive(Debug)]
pub(super) struct TooMany;

impl Forest {
    pub(super) fn new() -> Forest {
        let scope = |kind, below| Scope {
            kind,
            below,
            within: None,
            apart: None,
        };
        let warp = GroupSet::one(ScopeId::WARP);
        let block = GroupSet::one(ScopeId::BLOCK).or(warp);
        let grid = GroupSet::one(ScopeId::GRID).or(block);
        let forest = Forest {
            scopes: vec![
                scope(ScopeKind::Grid, GroupSet::EMPTY),
                scope(ScopeKind::Grid, grid),
                scope(ScopeKind::Block, block),
                scope(ScopeKind::Tile(Const::Value(32)), warp),
            ],
            sites: HashMap::new(),
        };
        debug_assert_eq!(forest.scopes.len(), usize::from(ScopeId::FIRST_OTHER));
        forest
    }

    fn add(&mut self, kind: ScopeKind, within: Option<ScopeId>) -> Result<ScopeId, TooMany> {
        if self.scopes.len() >= usize::from(ScopeId::LIMIT) {
            return Err(TooMany);
        }
        let id = ScopeId(self.scopes.len() as u8);
        self.scopes.push(Scope {
            kind,
            below: GroupSet::one(id),
            within,
            apart: None,
        });
        Ok(id)
    }

    /// The tiles of a size; inside the block.
    pub(super) fn add_tile(&mut self, size: &Const) -> Result<ScopeId, TooMany> {
        if let Some(known) = self.tile(size) {
            return Ok(known);
        }
        let id = self.add(ScopeKind::Tile(size.clone()), None)?;
        self.put_inside(id, ScopeId::BLOCK);
        Ok(id)
    }

    /// A group that a parameter brings; its threads lie inside `within`.
    pub(super) fn add_param(&mut self, index: usize, within: ScopeId) -> Result<ScopeId, TooMany> {
        self.add(ScopeKind::Param(index), Some(within))
    }

    /// A group that the expression makes, of whoever is there: threads of one warp.
    pub(super) fn add_coalesced(&mut self, site: ExprId) -> Result<ScopeId, TooMany> {
        let id = self.add(ScopeKind::Made(site), Some(ScopeId::WARP))?;
        self.scopes[usize::from(id.0)].apart = Some(id);
        self.sites.insert(site, id);
        Ok(id)
    }

    /// A group that the expression makes by cutting another; which one shows when the analysis gets
    /// there ([`Forest::cut`]).
    pub(super) fn add_part(&mut self, site: ExprId) -> Result<ScopeId, TooMany> {
        let id = self.add(ScopeKind::Made(site), None)?;
        self.sites.insert(site, id);
        Ok(id)
    }

    /// The group that is made at this expression.
    pub fn made_at(&self, site: ExprId) -> Option<ScopeId> {
        self.sites.get(&site).copied()
    }

    /// The tiles of this size.
    pub fn tile(&self, size: &Const) -> Option<ScopeId> {
        let position = self
            .scopes
            .iter()
            .position(|scope| matches!(&scope.kind, ScopeKind::Tile(known) if known == size))?;
        Some(ScopeId(position as u8))
    }

    /// Says that `part` was cut from `whole` by all of its threads together.
    pub(super) fn cut(&mut self, part: ScopeId, whole: ScopeId) {
        let apart = self.scopes[usize::from(whole.0)].apart;
        self.scopes[usize::from(part.0)].apart = apart;
        self.put_inside(part, whole);
    }

    /// Puts `inner`, with what is inside it, inside `outer` and all that is around it.
    pub(super) fn put_inside(&mut self, inner: ScopeId, outer: ScopeId) {
        let below = self.below(inner);
        for scope in &mut self.scopes {
            if scope.below.contains(outer) {
                scope.below = scope.below.or(below);
            }
        }
    }

    fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[usize::from(id.0)]
    }

    pub fn kind(&self, id: ScopeId) -> &ScopeKind {
        &self.scope(id).kind
    }

    /// Whether the launch fixes which threads are in the group.
    pub fn is_static(&self, id: ScopeId) -> bool {
        !matches!(self.kind(id), ScopeKind::Param(_) | ScopeKind::Made(_))
    }

    /// The group and those inside it.
    pub fn below(&self, id: ScopeId) -> GroupSet {
        self.scope(id).below
    }

    /// Every scope that exists from the start: all but those made on the way.
    pub fn at_entry(&self) -> GroupSet {
        self.ids()
            .filter(|id| !matches!(self.kind(*id), ScopeKind::Made(_)))
            .fold(GroupSet::EMPTY, |set, id| set.or(GroupSet::one(id)))
    }

    fn ids(&self) -> impl Iterator<Item = ScopeId> + use<> {
        (1..self.scopes.len() as u8).map(ScopeId)
    }

    /// The set for a value that is equal over the group, among the groups of `alive`.
    pub fn over(&self, id: ScopeId, alive: GroupSet) -> GroupSet {
        self.below(id).and(alive)
    }

    /// The same for a value that is fixed: it is equal, too, over every group whose threads lie inside.
    pub fn fixed_over(&self, id: ScopeId, alive: GroupSet) -> GroupSet {
        let below = self.below(id);
        let within = |inner: &ScopeId| {
            let within = self.scope(*inner).within;
            within.is_some_and(|within| below.contains(within))
        };
        self.ids()
            .filter(within)
            .fold(below, |set, inner| set.or(self.below(inner)))
            .and(alive)
            .or(GroupSet::FIXED)
    }

    /// The set for a value that is equal in the whole launch, whenever it is computed.
    pub fn everywhere(&self, alive: GroupSet) -> GroupSet {
        alive.or(GroupSet::FIXED)
    }

    /// The groups that `coalesced_threads()` makes later than `id` was made, with the calls that make
    /// them: they are in the order of the source, in which those that live at one time are made.
    pub(super) fn coalesced_after(&self, id: ScopeId) -> impl Iterator<Item = (ExprId, ScopeId)> {
        let oldest = self.scope(id).apart;
        self.ids().filter_map(move |other| match self.kind(other) {
            ScopeKind::Made(site) if self.scope(other).apart == Some(other) => {
                (oldest < Some(other)).then_some((*site, other))
            }
            _ => None,
        })
    }

    /// The set for a value that a call of the function fixes: equal for all threads that are in the
    /// same call.
    pub fn of_this_call(&self, alive: GroupSet) -> GroupSet {
        self.ids()
            .filter(|id| self.scope(*id).apart.is_some())
            .fold(alive, |set, id| set.without(GroupSet::one(id)))
    }

    /// The groups that are, or were cut from, one of those that `coalesced_threads()` made.
    pub fn cut_from(&self, made: GroupSet) -> GroupSet {
        let of_those = |id: &ScopeId| {
            let apart = self.scope(*id).apart;
            apart.is_some_and(|apart| made.contains(apart))
        };
        self.ids()
            .filter(of_those)
            .fold(GroupSet::EMPTY, |set, id| set.or(GroupSet::one(id)))
    }

    /// Whether a value that is equal over `set` is equal over a new group of threads that
    /// `coalesced_threads()` brought together.
    pub fn reaches_coalesced(set: GroupSet) -> bool {
        set.is_fixed() && set.contains(ScopeId::WARP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_closed_towards_smaller_groups() {
        let mut forest = Forest::new();
        let eight = forest.add_tile(&Const::Value(8)).unwrap();
        forest.put_inside(eight, ScopeId::WARP);
        for outer in [ScopeId::GRID, ScopeId::BLOCK, ScopeId::WARP] {
            assert!(forest.below(outer).contains(eight));
        }
        assert!(!forest.below(eight).contains(ScopeId::WARP));
        assert_eq!(forest.tile(&Const::Value(32)), Some(ScopeId::WARP));
    }

    #[test]
    fn a_part_is_inside_what_it_was_cut_from() {
        let mut forest = Forest::new();
        let part = forest.add_part(ExprId(7)).unwrap();
        assert!(!forest.below(ScopeId::BLOCK).contains(part));
        forest.cut(part, ScopeId::WARP);
        assert!(forest.below(ScopeId::GRID).contains(part));
    }

    #[test]
    fn only_fixed_values_are_known_to_whoever_is_there() {
        let mut forest = Forest::new();
        let here = forest.add_coalesced(ExprId(7)).unwrap();
        let alive = forest.at_entry().or(GroupSet::one(here));
        assert!(!forest.over(ScopeId::BLOCK, alive).contains(here));
        assert!(forest.fixed_over(ScopeId::BLOCK, alive).contains(here));
        assert!(!forest.of_this_call(alive).contains(here));
    }
}
