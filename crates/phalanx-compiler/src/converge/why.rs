//! Why something is not the same for all threads of a group: chains that lead from a place in the
//! program back to where threads begin to differ. `messages.rs` tells them.

use std::rc::Rc;

use proc_macro2::Span;

use crate::syntax::ast::{ExprId, LazyOp, LocalId};

#[derive(Debug)]
pub(super) enum Why {
    /// Here threads begin to differ.
    Source {
        at: Span,
        what: What,
        source: Source,
    },
    /// So this local differs.
    Local {
        at: Span,
        local: LocalId,
        from: Rc<Why>,
    },
    /// So this local differs, because threads set it in different places, or left the loop that sets
    /// it in different turns.
    Chosen { local: LocalId, by: Rc<Why> },
    /// So only some threads go this way.
    Gate { at: Span, gate: Gate, by: Rc<Why> },
    /// So only some threads leave here, and the others go on.
    Left { at: Span, leave: Leave, by: Rc<Why> },
    /// Here threads wait for others that may be further on, in a group that `made` has brought together.
    Between {
        at: Span,
        call: ExprId,
        made: ExprId,
    },
    /// The closure of a collective: its threads do not run it together.
    Closure { at: Span },
}

/// What a reason speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Expr(ExprId),
    Local(LocalId),
}

/// What makes threads differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Ranks and what is made of them.
    Thread,
    /// Where the block is in the grid.
    Block,
    /// Which of its parent's parts a group is.
    Place,
    /// What the threads of one group know together.
    Group,
    /// A read of memory that the launch may write.
    Load,
    /// A read through a reference of which the function does not know where it leads.
    Reference,
    Atomic,
    /// The result of a device function.
    Call,
    Param,
    /// A parameter that is promised to be equal over another group.
    Promised,
    /// A variable that was lent as `&mut`.
    Lent,
    /// A value of the turn of a loop, for threads that may be in different turns.
    Turn,
    /// What belongs to a call of the function, for threads that may be in different calls.
    Instance,
    /// What stands in another item, or what the analysis does not follow.
    Unknown,
}

/// Where ways part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    Then {
        /// Whether the other branch makes the same calls.
        twice: bool,
    },
    Else {
        twice: bool,
    },
    Arm {
        twice: bool,
    },
    Guard,
    Lazy(LazyOp),
    While,
    For,
    /// The condition of an `assert!`: those that fail make the message.
    Panic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    Return,
    Break,
    Continue,
    /// Into a loop without an end.
    Never,
}

impl Why {
    /// Where it begins.
    pub(super) fn origin(&self) -> &Why {
        match self {
            Why::Source { .. } | Why::Between { .. } | Why::Closure { .. } => self,
            Why::Local { from: by, .. }
            | Why::Chosen { by, .. }
            | Why::Gate { by, .. }
            | Why::Left { by, .. } => by.origin(),
        }
    }
}
