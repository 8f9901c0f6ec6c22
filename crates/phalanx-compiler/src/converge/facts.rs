//! What the later stages take from the analysis.

use std::collections::{HashMap, HashSet};

use super::domain::{Forest, GroupSet, ScopeId};
use crate::syntax::ast::{ExprId, LocalId};

/// What is known of a function that was followed to its end.
#[derive(Debug)]
pub struct Facts {
    pub(super) diverged: HashMap<Point, Vec<LocalId>>,
    pub(super) whole_warp: HashSet<ExprId>,
    pub(super) groups: HashMap<ExprId, ScopeId>,
    pub(super) uniform: HashMap<ExprId, GroupSet>,
    pub(super) forest: Forest,
}

/// A point of the program at which groups may cease to be whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Point {
    /// Before anything else in this part of an expression.
    Start(Part),
    /// After the statement of this index of the block that is this part (`Part::Function`: the
    /// function's own).
    After(Part, usize),
}

/// A part of an expression that is evaluated under control of its own. The id is that of the whole
/// expression: of the `if`, the loop, the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The body of the function.
    Function,
    /// A block that is an expression, `unsafe` or not.
    Block(ExprId),
    /// The first branch of an `if`.
    Then(ExprId),
    /// What follows `else`.
    Else(ExprId),
    /// The guard of the arm of this index of a `match`.
    Guard(ExprId, usize),
    /// The value of the arm of this index of a `match`.
    Arm(ExprId, usize),
    /// The right side of `&&` or `||`.
    Right(ExprId),
    /// The condition of a `while`.
    Condition(ExprId),
    /// The body of a loop.
    Body(ExprId),
    /// The body of a closure.
    Closure(ExprId),
}

/// Over which threads a value is asked to be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    Launch,
    Block,
    /// The threads of one warp: 32 of consecutive rank in the block.
    Warp,
    /// The group that this call is on ([`Facts::group_of`]).
    GroupOf(ExprId),
}

impl Facts {
    pub(super) fn new(forest: Forest) -> Facts {
        Facts {
            diverged: HashMap::new(),
            whole_warp: HashSet::new(),
            groups: HashMap::new(),
            uniform: HashMap::new(),
            forest,
        }
    }

    /// The locals that are groups, by their names visible here, whole before this point and from here
    /// to the end of the enclosing block no longer: the Rust printer rebinds them to `Diverged`.
    /// Plain `Grid`s are never among them: nothing can be asked of a `Grid` that all its threads would
    /// have to reach. Nor is what `arrive` gave, and its group until the wait.
    pub fn diverged(&self, point: Point) -> &[LocalId] {
        self.diverged.get(&point).map_or(&[], Vec::as_slice)
    }

    /// Whether, at this call of a collective, all threads of the caller's warp that exist are known to
    /// be here. (In a block whose size is no multiple of 32 the last warp has fewer than 32.)
    pub fn warp_is_whole(&self, call: ExprId) -> bool {
        self.whole_warp.contains(&call)
    }

    /// Whether an expression has the same value for all threads of a group that evaluate it at the same
    /// time: in the same call, in the same turn of each loop. `false` for code that is never reached.
    pub fn is_uniform(&self, expr: ExprId, among: Among) -> bool {
        let scope = match among {
            Among::Launch => ScopeId::GRID,
            Among::Block => ScopeId::BLOCK,
            Among::Warp => ScopeId::WARP,
            Among::GroupOf(call) => match self.groups.get(&call) {
                Some(scope) => *scope,
                None => return false,
            },
        };
        self.uniform
            .get(&expr)
            .is_some_and(|set| set.contains(scope))
    }

    /// The group that a call is on, for a call of a group's method that was reached.
    pub fn group_of(&self, call: ExprId) -> Option<ScopeId> {
        self.groups.get(&call).copied()
    }

    pub fn forest(&self) -> &Forest {
        &self.forest
    }
}
