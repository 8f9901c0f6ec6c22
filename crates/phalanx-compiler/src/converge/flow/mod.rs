//! Following a function from its entry to its end.
//!
//! The program is a tree, so the analysis is a walk over it: each construct that parts the ways of
//! threads and brings them together again is *opened* and *closed*. While it is open, the state keeps
//! for it which groups have been split since it was entered; threads that leave it for a place further
//! out (`return`, `break`, `continue`) are noted on the way, and what they split stays split behind it.

mod assign;
mod barriers;
mod branch;
mod calls;
mod closure;
mod expr;
mod groups;
mod jump;
mod later;
mod loops;
mod memory;
mod names;
mod stmt;

use std::rc::Rc;

use proc_macro2::Span;

use super::domain::{GroupSet, ScopeId};
use super::facts::Facts;
use super::messages;
use super::over::Over;
use super::promises::Promises;
use super::scopes::Layout;
use super::state::State;
use super::values::{Ids, Leaf, Memory, Value};
use super::why::{Gate, Leave, Source, What, Why};
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::{Expr, LocalId, LoopId};
use crate::types::ty::{Access, Group, Ty};
use crate::types::typed::TypedFunction;
use names::Names;

pub(super) struct Walker<'a> {
    f: &'a TypedFunction,
    promises: &'a Promises,
    layout: Layout,
    ids: Ids,
    /// `None` where no thread comes.
    state: Option<State>,
    open: Vec<Construct>,
    names: Names,
    /// While a loop is followed for the first times, too little is known to say anything.
    quiet: bool,
    errors: Vec<Diagnostic>,
    facts: Facts,
}

/// A construct at whose end ways come together.
struct Construct {
    kind: Kind,
    /// Over which groups, of the threads that entered, all or none left for a place further out.
    stay: Over,
    /// Those that came to its end before the rest of its body.
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What is around the function.
    Caller,
    Function,
    /// `if`, `match`, `&&`, the closure of a collective.
    Branch,
    Loop(LoopId),
    /// The body of a loop, once.
    Turn(LoopId),
}

/// A way to the end of a construct.
struct Edge {
    state: State,
    /// Of the threads that entered the construct, over which groups all or none came this way.
    over: Over,
    value: Value,
    /// Where it begins, if that can be pointed at.
    at: Option<Span>,
}

/// The outcome of following a function.
pub(super) struct Followed {
    pub(super) facts: Facts,
    pub(super) errors: Errors,
}

pub(super) fn follow(f: &TypedFunction, layout: Layout, promises: &Promises) -> Followed {
    let facts = Facts::new(super::domain::Forest::new());
    let mut walker = Walker {
        f,
        promises,
        layout,
        ids: Ids::default(),
        state: None,
        open: Vec::new(),
        names: Names::default(),
        quiet: false,
        errors: Vec::new(),
        facts,
    };
    walker.function();
    walker.facts.forest = walker.layout.forest;
    Followed {
        facts: walker.facts,
        errors: Errors(walker.errors),
    }
}

impl Walker<'_> {
    fn function(&mut self) {
        let alive = self.layout.forest.at_entry();
        let mut state = State::new(
            self.f.body().locals.len(),
            alive,
            self.f.function.is_kernel(),
        );
        let params: Vec<LocalId> = self
            .f
            .function
            .params
            .iter()
            .map(|param| param.local)
            .collect();
        for (index, local) in params.into_iter().enumerate() {
            let value = self.param(index, alive);
            state.set(local, value);
            self.names.declare(local);
        }
        self.state = Some(state);
        let entry = Over::of(self.present_at_entry(alive));
        self.open_with(Kind::Caller, entry);
        self.open(Kind::Function);
        self.body();
    }

    /// What a parameter brings (R2, R9).
    fn param(&mut self, index: usize, alive: GroupSet) -> Value {
        if let Some(scope) = self.layout.params[index] {
            return Value::Group(scope);
        }
        let sig = &self.f.sig.params[index];
        let kernel = self.f.function.is_kernel();
        let agreed = sig.uniform.and_then(|group| self.layout.params[group]);
        let (set, source) = match agreed {
            _ if kernel => (self.layout.forest.everywhere(alive), Source::Param),
            Some(scope) => (self.layout.forest.over(scope, alive), Source::Promised),
            None => (GroupSet::EMPTY, Source::Param),
        };
        let over = Over::because(
            set,
            Why::Source {
                at: self.f.function.params[index].span,
                what: What::Local(self.f.function.params[index].local),
                source,
            },
        );
        let memory = match &sig.ty {
            // A device function does not know where a `&[T]` leads: to memory that is only read by the
            // launch, or, from a `&mut [T]`, to memory that others write.
            Ty::Slice(elem, Access::Read) | Ty::Ref(elem, Access::Read)
                if kernel && !sig.shared && !matches!(**elem, Ty::Atomic(_)) =>
            {
                Memory::ReadOnly
            }
            ty if ty.is_memory() => Memory::Written,
            _ => Memory::None,
        };
        Value::Leaf(Leaf {
            memory,
            ..self.ids.leaf(over)
        })
    }

    /// The groups that are wholly here when the function begins (R9): for a kernel all, else those
    /// that the caller passed. A `Grid` promises nothing: it has no collectives, so that a caller may
    /// pass it from anywhere.
    fn present_at_entry(&self, alive: GroupSet) -> GroupSet {
        if self.f.function.is_kernel() {
            return self.layout.forest.everywhere(alive);
        }
        let params = self.f.sig.params.iter().zip(&self.layout.params);
        params
            .filter(|(param, _)| param.ty.as_group() != Some(&Group::Grid))
            .filter_map(|(_, scope)| *scope)
            .fold(GroupSet::FIXED, |set, scope| {
                set.or(self.layout.forest.over(scope, alive))
            })
    }

    // Constructs.

    fn open(&mut self, kind: Kind) {
        self.open_with(kind, Over::full());
    }

    fn open_with(&mut self, kind: Kind, present: Over) {
        self.open.push(Construct {
            kind,
            stay: Over::full(),
            edges: Vec::new(),
        });
        if let Some(state) = &mut self.state {
            state.present.push(present);
        }
    }

    /// Closes the innermost construct. What is present behind it: what was before it, but for the groups
    /// that were split by threads that left for further out.
    fn close(&mut self, before: &[Over]) -> Construct {
        let construct = self.open.pop().expect("what is closed was opened");
        if let Some(state) = &mut self.state {
            state.present = before.to_vec();
            for present in &mut state.present {
                present.narrow(&construct.stay);
            }
        }
        construct
    }

    /// Threads leave from here to the end of the construct `target`.
    fn leave(&mut self, target: usize, value: Value, how: Option<(Leave, Span)>) {
        let Some(mut state) = self.state.take() else {
            return;
        };
        let told = |over: &Over| match how {
            Some((leave, at)) => over.told(|by| Why::Left { at, leave, by }),
            None => over.clone(),
        };
        for (construct, present) in self.open.iter_mut().zip(&state.present).skip(target + 1) {
            construct.stay.narrow(&told(present));
        }
        let over = told(&state.present[target]);
        state.present.truncate(target);
        let at = how.map(|(_, at)| at);
        self.open[target].edges.push(Edge {
            state,
            over,
            value,
            at,
        });
    }

    /// Threads come here and nowhere after.
    fn never_on(&mut self, at: Span) {
        let Some(state) = self.state.take() else {
            return;
        };
        for (construct, present) in self.open.iter_mut().zip(&state.present) {
            let left = present.told(|by| Why::Left {
                at,
                leave: Leave::Never,
                by,
            });
            construct.stay.narrow(&left);
        }
    }

    /// Brings together the ways to the end of a construct. `by`: over which groups all threads came the
    /// same way.
    fn meet(&mut self, ends: Vec<(State, Value)>, by: &Over, at: Span) -> Value {
        let named = |local: LocalId| by.told(|by| Why::Chosen { local, by });
        let mut ends = ends.into_iter();
        let Some((mut state, mut value)) = ends.next() else {
            self.state = None;
            return self.unreached();
        };
        for (other, other_value) in ends {
            state = state.join(other, &mut self.ids, &named);
            let joined = self.ids.join(&value, &other_value, &|| by.clone());
            if joined.has_refused() && !value.has_refused() && !other_value.has_refused() {
                self.refuse(|_| messages::unknown_group_at(at));
            }
            value = joined;
        }
        self.state = Some(state);
        value
    }

    /// A decision: from here on only those threads that it sends this way.
    fn decide(&mut self, over: &Over, gate: Gate, at: Span) {
        let over = over.told(|by| Why::Gate { at, gate, by });
        if let Some(state) = &mut self.state {
            state.decide(&over);
        }
    }

    // Values.

    /// Of an expression that no thread evaluates.
    fn unreached(&mut self) -> Value {
        self.ids.value(Over::full())
    }

    /// `()`, and every other value that is the same for all.
    fn known(&mut self) -> Value {
        let alive = self.alive();
        let over = Over::of(self.layout.forest.everywhere(alive));
        self.ids.value(over)
    }

    /// Equal over `set`, for which `source` at the expression is the reason.
    fn sourced(&mut self, set: GroupSet, expr: &Expr, source: Source) -> Value {
        let over = self.over_sourced(set, expr, source);
        self.ids.value(over)
    }

    fn over_sourced(&self, set: GroupSet, expr: &Expr, source: Source) -> Over {
        Over::because(
            set,
            Why::Source {
                at: expr.span,
                what: What::Expr(expr.id),
                source,
            },
        )
    }

    fn varying(&mut self, expr: &Expr, source: Source) -> Value {
        self.sourced(GroupSet::EMPTY, expr, source)
    }

    fn alive(&self) -> GroupSet {
        match &self.state {
            Some(state) => state.alive,
            None => GroupSet::EVERYTHING,
        }
    }

    /// Whether all threads of the group come here, or none do.
    fn is_whole(&self, scope: ScopeId) -> bool {
        self.state
            .as_ref()
            .is_none_or(|state| state.here().set.contains(scope))
    }

    fn is_group(&self, expr: &Expr) -> bool {
        self.f.tables.ty(expr.id).as_group().is_some()
    }

    fn refuse(&mut self, say: impl FnOnce(&TypedFunction) -> Diagnostic) {
        if !self.quiet {
            self.errors.push(say(self.f));
        }
    }

    /// The place in `open` of the construct of this kind.
    fn find(&self, kind: Kind) -> Option<usize> {
        self.open
            .iter()
            .rposition(|construct| construct.kind == kind)
    }

    /// Takes note that the group is asked for here, with all its threads; refuses if they are not.
    fn require(&mut self, scope: ScopeId, asked: &messages::Asked<'_>) -> bool {
        let Some(state) = &self.state else {
            return true;
        };
        let here = state.here();
        if !self.quiet && here.set.contains(ScopeId::WARP) {
            self.facts.whole_warp.insert(asked.call.id);
        }
        if here.set.contains(scope) {
            return true;
        }
        let why: Option<Rc<Why>> = here.why(scope).cloned();
        self.refuse(|f| messages::not_all_here(f, asked, why.as_deref()));
        false
    }
}
