//! What a `for` goes through: ranges, a group's share of one, and both with `.step_by(k)` and `.rev()`.
//! Nowhere else is an iterator a value.

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::require::Need;
use crate::types::ty::Ty;
use crate::types::typed::{Callee, IterMethod};

impl<'a> Infer<'a> {
    /// The type of the items.
    pub(super) fn iterated(&mut self, expr: &'a Expr) -> Ty {
        let item = match &expr.kind {
            ExprKind::Range { lo, hi, .. } => {
                if lo.is_none() || hi.is_none() {
                    self.report(
                        Diagnostic::new(expr.span, "a `for` goes through a range with both ends")
                            .help("write `a..b`; a loop without end is a `loop` or a `while`"),
                    );
                }
                self.iterated_anyhow(expr)
            }
            ExprKind::Method {
                receiver,
                name,
                turbofish,
                args,
            } if (name == "rev" || name == "step_by") && turbofish.is_empty() => {
                let item = self.iterated(receiver);
                let (method, takes) = match name == "rev" {
                    true => (IterMethod::Rev, 0),
                    false => (IterMethod::StepBy, 1),
                };
                if args.len() == takes {
                    for step in args {
                        self.check(step, &Ty::USIZE);
                        self.step(step);
                    }
                } else {
                    let plural = if takes == 1 { "argument" } else { "arguments" };
                    let message = format!("`{name}` takes {takes} {plural}, {} given", args.len());
                    self.report(Diagnostic::new(name.span(), message));
                    self.unknown_call(args);
                }
                self.tables.callees.insert(expr.id, Callee::Iter(method));
                item
            }
            ExprKind::Method {
                receiver,
                name,
                turbofish,
                args,
            } => {
                self.iterating = true;
                let ty = self.method(expr, receiver, name, turbofish, args);
                match self.unify.known(&ty) {
                    Ty::Iter(item) => *item,
                    Ty::Opaque => Ty::Opaque,
                    other => self.not_iterated(expr, &other),
                }
            }
            _ => {
                let ty = self.value(expr, &Expect::Nothing);
                match self.unify.known(&ty) {
                    Ty::Opaque => Ty::Opaque,
                    other => self.not_iterated(expr, &other),
                }
            }
        };
        self.set(expr.id, &Ty::Iter(Box::new(item.clone())));
        item
    }

    /// The ends of a range are of one integer type.
    pub(super) fn iterated_anyhow(&mut self, range: &'a Expr) -> Ty {
        let ExprKind::Range { lo, hi, .. } = &range.kind else {
            return Ty::Opaque;
        };
        let mut item: Option<Ty> = None;
        for end in [lo, hi].into_iter().flatten() {
            let ty = self.value(end, &Expect::Nothing);
            match &item {
                Some(item) => {
                    let item = item.clone();
                    self.coerce(end, &ty, &item);
                }
                None => item = Some(ty),
            }
        }
        let item = item.unwrap_or(Ty::Opaque);
        self.require(range.span, Need::Count { ty: item.clone() });
        self.set(range.id, &Ty::Iter(Box::new(item.clone())));
        item
    }

    fn step(&mut self, step: &Expr) {
        if self.constant(step) == Some(crate::types::ty::Const::Value(0)) {
            self.report(
                Diagnostic::new(step.span, "a step of 0 goes nowhere")
                    .help("write `.step_by(1)` or more"),
            );
        }
    }

    fn not_iterated(&mut self, expr: &Expr, ty: &Ty) -> Ty {
        let behind = match ty {
            Ty::Ref(to, _) => self.unify.known(to),
            other => other.clone(),
        };
        let diagnostic = Diagnostic::new(
            expr.span,
            "a `for` goes through a range, or a group's share of one",
        );
        self.refuse(match behind {
            Ty::Slice(..) | Ty::Array(..) => diagnostic
                .help("index it: `for i in 0..x.len()`, or `for i in g.stride(0..x.len())` for a thread's share"),
            _ => diagnostic.help("write `a..b`, `a..=b`, `g.stride(a..b)`, with `.rev()` or `.step_by(k)` if need be"),
        })
    }
}
