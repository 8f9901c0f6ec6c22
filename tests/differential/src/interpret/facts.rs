//! Whether what the analysis says of values is true of them.
//!
//! Of an expression that is said to be the same for all threads of a group, each thread that evaluates
//! it leaves its value; another thread of the group that is at the same time, in the same calls and in
//! the same turns of loops, must have the same. Of a call at which a whole warp is said to be, all of the
//! warp must come.

use std::cell::RefCell;
use std::collections::HashMap;

use phalanx_compiler::converge::{Among, Facts};
use phalanx_compiler::syntax::ast::{Expr, ExprId};
use phalanx_groups::exec::{self, Operation, Scope};

use super::code::Code;
use super::value::Value;
use super::{Frame, Thread, sites};
use crate::frontend::Analysis;
use crate::rng::mix;

/// What the threads of a launch have seen.
pub(super) struct Witness<'m> {
    /// By the numbers of functions.
    facts: Vec<Option<&'m Facts>>,
    seen: RefCell<HashMap<Seen, u64>>,
}

#[derive(PartialEq, Eq, Hash)]
struct Seen {
    function: usize,
    expr: ExprId,
    context: u64,
    group: (usize, usize),
}

impl<'m> Witness<'m> {
    pub(super) fn new(code: &Code<'_>, analysis: &'m Analysis) -> Witness<'m> {
        let of = |number| analysis.facts.get(&code.function(number).sig.name);
        Witness {
            facts: (0..code.count()).map(of).collect(),
            seen: RefCell::default(),
        }
    }
}

impl<'m> Thread<'m> {
    /// A call or a turn of a loop begins.
    pub(super) fn enter(&mut self, outside: u64, id: ExprId, turn: u64) {
        if self.machine.witness.is_some() {
            self.context = mix(outside ^ mix(u64::from(id.0) << 32 ^ turn));
        }
    }

    /// Notes the value of an expression.
    pub(super) fn witness(&mut self, f: &Frame<'m>, expr: &Expr, value: &Value) {
        let Some(witness) = &self.machine.witness else {
            return;
        };
        let (Some(facts), Some(value)) = (witness.facts[f.number], fingerprint(value)) else {
            return;
        };
        let position = exec::with(|context| context.position());
        let (block, rank) = (position.block_rank(), position.thread_rank());
        // The widest says it for those inside.
        let (among, group) = if facts.is_uniform(expr.id, Among::Launch) {
            ("the launch", (usize::MAX, usize::MAX))
        } else if facts.is_uniform(expr.id, Among::Block) {
            ("the block", (block, usize::MAX))
        } else if facts.is_uniform(expr.id, Among::Warp) {
            ("the warp", (block, rank / 32))
        } else {
            return;
        };
        let seen = Seen {
            function: f.number,
            expr: expr.id,
            context: self.context,
            group,
        };
        let known = *witness.seen.borrow_mut().entry(seen).or_insert(value);
        if known != value {
            self.lie(f, expr, format!("it is said to be the same in {among}"));
        }
    }

    /// Notes that something is not as it is said to be; the first counts.
    pub(super) fn lie(&self, f: &Frame<'m>, expr: &Expr, what: String) {
        let (function, at) = (&f.function.sig.name, expr.span.start());
        let text = format!(
            "`{function}`, line {}, column {}: {what}, and is not",
            at.line,
            at.column + 1
        );
        self.machine.lie.borrow_mut().get_or_insert(text);
    }

    /// Waits for the whole warp, where the analysis says that it comes.
    pub(super) fn whole_warp(&mut self, f: &Frame<'m>, expr: &Expr, site: usize) {
        const WARP: Operation = Operation {
            name: "a whole warp",
            value: None,
            operator: None,
            uniform: None,
            orders_memory: false,
            combine: None,
        };
        let Some(witness) = &self.machine.witness else {
            return;
        };
        if witness.facts[f.number].is_some_and(|facts| facts.warp_is_whole(expr.id)) {
            let at = sites::place(site);
            exec::with(|context| context.rendezvous(Scope::Tile { size: 32 }, &WARP, at));
        }
    }
}

/// Stands for a value that can be compared.
pub(super) fn fingerprint(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(value) => Some(u64::from(*value)),
        Value::Int(value) => Some(*value as u64),
        Value::F32(value) => Some(value.to_bits().into()),
        Value::Parts(parts) => parts.iter().try_fold(parts.len() as u64, |sum, part| {
            Some(mix(sum ^ fingerprint(part)?))
        }),
        _ => None,
    }
}
