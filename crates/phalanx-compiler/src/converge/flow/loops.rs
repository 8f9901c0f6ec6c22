//! Loops, followed until nothing new is found (R6).

use std::rc::Rc;

use proc_macro2::Span;

use super::{Edge, Kind, Walker};
use crate::converge::domain::GroupSet;
use crate::converge::facts::Part;
use crate::converge::over::Over;
use crate::converge::state::State;
use crate::converge::values::Value;
use crate::converge::why::{Gate, Source, What, Why};
use crate::syntax::ast::{Block, Expr, LocalId, Pat, PatKind};

/// What stands at the head of a loop.
enum Head<'a> {
    Always,
    While(&'a Expr),
    /// The pattern, and what the values that it takes and their number are equal over.
    For(&'a Pat, &'a Expr, Over),
}

impl Walker<'_> {
    pub(super) fn loop_(&mut self, expr: &Expr, body: &Block) -> Value {
        self.repeat(expr, &Head::Always, body)
    }

    pub(super) fn while_(&mut self, expr: &Expr, cond: &Expr, body: &Block) -> Value {
        self.repeat(expr, &Head::While(cond), body)
    }

    pub(super) fn for_(&mut self, expr: &Expr, pat: &Pat, iter: &Expr, body: &Block) -> Value {
        let range = self.operand(iter);
        self.repeat(expr, &Head::For(pat, iter, range), body)
    }

    fn repeat(&mut self, expr: &Expr, head: &Head<'_>, body: &Block) -> Value {
        let Some(outside) = self.state.as_ref().map(|state| state.present.clone()) else {
            return self.unreached();
        };
        self.open(Kind::Loop(expr.id));
        let Some(entry) = self.state.clone() else {
            return self.unreached();
        };
        let relevant = self.layout.forest.everywhere(entry.alive);
        let quiet = std::mem::replace(&mut self.quiet, true);
        let mut at_head = self.first_turn(expr, &entry);
        // Over which groups all or none leave the loop in a turn: what is split by a decision to leave is
        // split in every turn, for some have left in one before.
        let mut stay = Over::full();
        // What earlier, too hopeful rounds said to the constructs around is taken back.
        let around: Vec<(Over, usize)> = self
            .open
            .iter()
            .map(|construct| (construct.stay.clone(), construct.edges.len()))
            .collect();
        let mut stable = false;
        loop {
            for (construct, (stay, edges)) in self.open.iter_mut().zip(&around) {
                construct.stay = stay.clone();
                construct.edges.truncate(*edges);
            }
            let mut state = at_head.clone();
            state.decide(&stay);
            self.state = Some(state);
            // Now that it is known what is known at the head, what there is to say can be said.
            self.quiet = quiet || !stable;
            let left = self.turn(expr, head, body, &entry);
            self.quiet = quiet;
            if stable {
                break;
            }
            self.quiet = true;
            let next = match self.state.take() {
                Some(again) => self.head(expr, &entry, again),
                None => at_head.clone(),
            };
            let mut still = stay.clone();
            still.narrow(&left);
            stable =
                still.set.and(relevant) == stay.set.and(relevant) && next.same_groups(&at_head);
            stay = still;
            at_head = next;
            if stable && quiet {
                break;
            }
        }
        self.quiet = quiet;
        let around = &around[..around.len() - 1];
        let mut constructs = self.open.iter().zip(around);
        let leave_further =
            constructs.any(|(construct, (_, edges))| construct.edges.len() > *edges);
        self.after(expr, &outside, entry, leave_further)
    }

    /// What is known when the first turn begins: of what the loop changes, no more than of later turns.
    fn first_turn(&mut self, expr: &Expr, entry: &State) -> State {
        let mut first = entry.clone();
        let changed = self.layout.changed_in.get(&expr.id).into_iter().flatten();
        for local in changed {
            let Some(mut value) = first.local(*local).cloned() else {
                continue;
            };
            value.each_leaf(&mut |leaf| {
                leaf.over
                    .remove(GroupSet::FIXED, Some(of_turn(expr.span, *local)));
                leaf.id = self.ids.fresh();
            });
            first.set(*local, value);
        }
        first
    }

    /// One turn. Returns over which groups all or none leave the loop in it; the state is that of those
    /// who go on to the next.
    fn turn(&mut self, expr: &Expr, head: &Head<'_>, body: &Block, entry: &State) -> Over {
        let depth = self.open.len();
        self.open(Kind::Turn(expr.id));
        if let Some(state) = &mut self.state {
            state.met = false;
        }
        let mark = self.names.mark();
        match head {
            Head::Always => {}
            Head::While(cond) => {
                let condition = self.part(Part::Condition(expr.id), |walker| walker.operand(cond));
                self.turn_if(&condition.told(|by| Why::Gate {
                    at: cond.span,
                    gate: Gate::While,
                    by,
                }));
            }
            Head::For(pat, iter, range) => {
                self.turn_if(&range.told(|by| Why::Gate {
                    at: iter.span,
                    gate: Gate::For,
                    by,
                }));
                let mut counter = range.clone();
                let why = match &pat.kind {
                    PatKind::Bind(local, _) => Some(of_turn(pat.span, *local)),
                    _ => None,
                };
                counter.remove(GroupSet::FIXED, why);
                let counter = self.ids.value(counter);
                self.bind(pat, &counter);
            }
        }
        self.part(Part::Body(expr.id), |walker| {
            walker.block(body, Part::Body(expr.id))
        });
        self.names.back_to(mark);
        let value = self.known();
        self.leave(depth, value, None);
        let mut turn = self.open.pop().expect("the turn was opened above");
        // The ways to the next turn: the end of the body, and every `continue`.
        let mut by = Over::full();
        if turn.edges.len() > 1 {
            for edge in &turn.edges {
                by.narrow(&edge.over);
            }
        }
        let ends = turn.edges.drain(..).map(|edge| (edge.state, edge.value));
        let mut ends: Vec<_> = ends.collect();
        ends.iter_mut()
            .for_each(|(state, _)| state.keep_locals_of(entry));
        self.meet(ends, &by, expr.span);
        turn.stay
    }

    /// Those for whom the loop is over leave it.
    fn turn_if(&mut self, condition: &Over) {
        let Some(mut leaving) = self.state.clone() else {
            return;
        };
        if let Some(state) = &mut self.state {
            state.decide(condition);
        }
        leaving.decide(condition);
        let going_on = self.state.replace(leaving);
        let target = self.open.len() - 2;
        let value = self.known();
        self.leave(target, value, None);
        self.state = going_on;
    }

    /// What is known at the head: on entry, and after any number of turns.
    fn head(&mut self, expr: &Expr, entry: &State, again: State) -> State {
        let made = self.layout.made_in.get(&expr.id).copied();
        // Whoever looks at a variable of a loop without being in step with the others may see it in
        // another turn.
        let turn = |local: LocalId| {
            let mut over = Over::full();
            over.remove(GroupSet::FIXED, Some(of_turn(expr.span, local)));
            over
        };
        let mut head = entry.clone().join(again, &mut self.ids, &turn);
        head.present = entry.present.clone();
        head.alive = entry.alive;
        head.in_step = entry.in_step;
        head.forget(made.unwrap_or(GroupSet::EMPTY));
        head
    }

    /// Behind the loop, which threads may also have left for a place further out.
    fn after(&mut self, expr: &Expr, outside: &[Over], entry: State, leave_further: bool) -> Value {
        let depth = self.open.len() - 1;
        let edges: Vec<Edge> = self.open[depth].edges.drain(..).collect();
        let mut by = Over::full();
        for edge in &edges {
            by.narrow(&edge.over);
        }
        let ends: Vec<(State, Value)> = edges
            .into_iter()
            .map(|edge| (edge.state, edge.value))
            .collect();
        if ends.is_empty() && leave_further {
            self.open.pop();
            self.state = None;
            return self.unreached();
        }
        if ends.is_empty() {
            // Nobody comes out: the threads that are in it are lost to everything behind.
            self.open.pop();
            let mut lost = entry;
            lost.present = outside.to_vec();
            self.state = Some(lost);
            self.never_on(expr.span);
            return self.unreached();
        }
        let mut value = self.meet(ends, &by, expr.span);
        if let Some(state) = &mut self.state {
            state.met |= entry.met;
        }
        // Threads may have left in different turns, with what they had then.
        if let Some(state) = &mut self.state {
            state.narrow_changes(&entry, &mut self.ids, &|local| {
                by.told(|by| Why::Chosen { local, by })
            });
        }
        value.each_leaf(&mut |leaf| leaf.over.narrow(&by));
        self.close(outside);
        value
    }
}

/// Why a value of a loop's turn means nothing to threads that are not in step.
fn of_turn(at: Span, local: LocalId) -> Rc<Why> {
    Rc::new(Why::Source {
        at,
        what: What::Local(local),
        source: Source::Turn,
    })
}
