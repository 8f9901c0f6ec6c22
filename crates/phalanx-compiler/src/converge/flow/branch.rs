//! Where ways part and come together again: `if`, `match`, `&&` and `||` (R3, R5).

use super::{Kind, Walker};
use crate::converge::describe;
use crate::converge::facts::Part;
use crate::converge::messages;
use crate::converge::over::Over;
use crate::converge::values::Value;
use crate::converge::why::{Gate, Why};
use crate::syntax::ast::{Arm, Block, Expr, ExprKind, LazyOp, Pat, PatKind};
use crate::syntax::visit;

impl Walker<'_> {
    pub(super) fn if_(
        &mut self,
        expr: &Expr,
        cond: &Expr,
        then: &Block,
        otherwise: Option<&Expr>,
    ) -> Value {
        let condition = self.operand(cond);
        let Some(before) = self.state.as_ref().map(|state| state.present.clone()) else {
            return self.unreached();
        };
        let twice = otherwise.is_some_and(|otherwise| {
            let mut calls = Vec::new();
            visit::block(then, &mut |inner| calls.extend(self.collective(inner)));
            calls_again(&calls, &self.collectives(otherwise))
        });
        self.open(Kind::Branch);
        let both = self.state.clone();

        self.decide(&condition, Gate::Then { twice }, cond.span);
        let value = self.part(Part::Then(expr.id), |walker| {
            walker.block(then, Part::Then(expr.id))
        });
        let mut ends = Vec::new();
        ends.extend(self.state.take().map(|state| (state, value)));

        self.state = both;
        self.decide(&condition, Gate::Else { twice }, cond.span);
        let value = match otherwise {
            Some(otherwise) => self.part(Part::Else(expr.id), |walker| walker.expr(otherwise)),
            None => self.known(),
        };
        ends.extend(self.state.take().map(|state| (state, value)));

        let by = condition.told(|by| {
            let (at, gate) = (cond.span, Gate::Then { twice: false });
            Why::Gate { at, gate, by }
        });
        let value = self.meet(ends, &by, expr.span);
        self.close(&before);
        value
    }

    pub(super) fn lazy(&mut self, expr: &Expr, op: LazyOp, left: &Expr, right: &Expr) -> Value {
        let first = self.operand(left);
        let Some(before) = self.state.as_ref().map(|state| state.present.clone()) else {
            return self.unreached();
        };
        self.open(Kind::Branch);
        let skipped = self.state.clone();
        self.decide(&first, Gate::Lazy(op), left.span);
        let second = self.part(Part::Right(expr.id), |walker| walker.operand(right));
        let value = self.ids.value(first.meet(&second));
        let mut ends = Vec::new();
        ends.extend(skipped.map(|state| (state, value.clone())));
        ends.extend(self.state.take().map(|state| (state, value.clone())));
        let by = first.told(|by| {
            let (at, gate) = (left.span, Gate::Lazy(op));
            Why::Gate { at, gate, by }
        });
        self.meet(ends, &by, expr.span);
        self.close(&before);
        value
    }

    pub(super) fn match_(&mut self, expr: &Expr, scrutinee: &Expr, arms: &[Arm]) -> Value {
        let matched = self.loaded(scrutinee);
        let Some(before) = self.state.as_ref().map(|state| state.present.clone()) else {
            return self.unreached();
        };
        let calls: Vec<Vec<String>> = arms.iter().map(|arm| self.collectives(&arm.body)).collect();
        self.open(Kind::Branch);
        let mut tested = Over::full();
        let mut ends = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            // Those that come to this arm: by its pattern, and because all before did not fit.
            let test = self.tested(&arm.pat, &matched);
            tested.narrow(&test);
            let twice = (0..arms.len())
                .any(|other| other != index && calls_again(&calls[index], &calls[other]));
            let passed_by = self.state.clone();
            self.decide(&test, Gate::Arm { twice }, scrutinee.span);
            let not_fitting = self.state.as_ref().map(|state| state.present.clone());
            let mark = self.names.mark();
            self.bind(&arm.pat, &matched);
            let mut next = passed_by;
            if let Some(guard) = &arm.guard {
                let guarded =
                    self.part(Part::Guard(expr.id, index), |walker| walker.operand(guard));
                tested.narrow(&guarded);
                // The guard may have changed variables, or not, for those that go on to the next arm.
                let evaluated = self.state.clone();
                self.decide(&guarded, Gate::Guard, guard.span);
                next = match (next, evaluated) {
                    (Some(passed), Some(mut evaluated)) => {
                        evaluated.present = passed.present.clone();
                        let by = test.meet(&guarded);
                        Some(passed.join(evaluated, &mut self.ids, &|_| by.clone()))
                    }
                    (next, _) => next,
                };
                if let Some(next) = &mut next {
                    next.decide(&guarded.told(|by| {
                        let (at, gate) = (guard.span, Gate::Guard);
                        Why::Gate { at, gate, by }
                    }));
                }
            }
            let value = self.part(Part::Arm(expr.id, index), |walker| walker.expr(&arm.body));
            self.names.back_to(mark);
            ends.extend(self.state.take().map(|state| (state, value)));
            if let (Some(next), Some(present)) = (&mut next, not_fitting) {
                for (next, present) in next.present.iter_mut().zip(&present) {
                    next.narrow(present);
                }
            }
            self.state = next;
        }
        // A `match` is exhaustive: none is left over.
        self.state = None;
        let by = tested.told(|by| {
            let (at, gate) = (scrutinee.span, Gate::Arm { twice: false });
            Why::Gate { at, gate, by }
        });
        let by = if arms.len() > 1 { by } else { Over::full() };
        let value = self.meet(ends, &by, expr.span);
        self.close(&before);
        value
    }

    /// Over which groups all threads agree whether a value fits a pattern.
    pub(super) fn tested(&mut self, pat: &Pat, value: &Value) -> Over {
        match &pat.kind {
            PatKind::Wild | PatKind::Bind(_, None) => Over::full(),
            PatKind::Bind(_, Some(inner)) => self.tested(inner, value),
            PatKind::Tuple(parts) => {
                let mut over = Over::full();
                for (index, part) in parts.iter().enumerate() {
                    let field = self.ids.field_of(value, &index.to_string());
                    over.narrow(&self.tested(part, &field));
                }
                over
            }
            PatKind::Struct { fields, .. } => {
                let mut over = Over::full();
                for (member, part) in fields {
                    let field = self.ids.field_of(value, &super::expr::member_name(member));
                    over.narrow(&self.tested(part, &field));
                }
                over
            }
            PatKind::Or(parts) => {
                let mut over = Over::full();
                for part in parts {
                    over.narrow(&self.tested(part, value));
                }
                over
            }
            PatKind::Literal(_) | PatKind::Range { .. } | PatKind::Path(_) => value.over(),
        }
    }

    /// The collective calls inside an expression, as they are written.
    fn collectives(&self, expr: &Expr) -> Vec<String> {
        let mut calls = Vec::new();
        visit::expr(expr, &mut |inner| calls.extend(self.collective(inner)));
        calls
    }

    /// `group.name`, if the expression is a collective call.
    fn collective(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Method { receiver, name, .. } if messages::is_collective(self.f, expr) => {
                let receiver = describe::expr(self.f, receiver);
                Some(format!("{receiver}.{name}"))
            }
            _ => None,
        }
    }
}

fn calls_again(calls: &[String], others: &[String]) -> bool {
    calls.iter().any(|call| others.contains(call))
}
