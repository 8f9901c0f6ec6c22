//! Operators and assignments.

use super::place::Root;
use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::require::Need;
use crate::types::ty::Ty;
use crate::types::unify::VarKind;

impl<'a> Infer<'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &'a Expr, expect: &Expect) -> Ty {
        self.negated = op == UnaryOp::Neg;
        let ty = self.value(operand, expect);
        let need = match op {
            UnaryOp::Neg => Need::Neg {
                ty: ty.clone(),
                literal: matches!(operand.kind, ExprKind::Literal(_)),
            },
            UnaryOp::Not => Need::Not { ty: ty.clone() },
            UnaryOp::Deref => unreachable!("a place"),
        };
        self.require(operand.span, need);
        ty
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr) -> Ty {
        let left = self.value(a, &Expect::Nothing);
        let right = self.value(b, &Expect::Nothing);
        let ty = self.operands(op, a, &left, b, &right);
        if op.is_comparison() { Ty::Bool } else { ty }
    }

    /// The type in which an operator computes. The sides are of one type, but for shifts, whose right
    /// side is any integer.
    fn operands(&mut self, op: BinaryOp, a: &Expr, left: &Ty, b: &Expr, right: &Ty) -> Ty {
        if op.is_shift() {
            self.require(
                a.span,
                Need::Binary {
                    op,
                    ty: left.clone(),
                },
            );
            self.require(b.span, Need::ShiftBy { ty: right.clone() });
            return left.clone();
        }
        let (left, right) = (self.unify.shallow(left), self.unify.shallow(right));
        if left == Ty::Never || right == Ty::Never {
            return if left == Ty::Never { right } else { left };
        }
        if self.unify.unify(&left, &right).is_ok() {
            // Of both the one that is known.
            let ty = if left == Ty::Opaque { right } else { left };
            self.require(a.span, Need::Binary { op, ty: ty.clone() });
            return ty;
        }
        // Where a side fits no operator at all, that is what to say.
        for (side, ty) in [(a, &left), (b, &right)] {
            let operand = !matches!(
                ty,
                Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Param(_) | Ty::Adt(_) | Ty::Var(_)
            );
            if operand {
                self.require(side.span, Need::Binary { op, ty: ty.clone() });
                return Ty::Opaque;
            }
        }
        self.mixed(op, b, &left, &right);
        Ty::Opaque
    }

    fn mixed(&mut self, op: BinaryOp, b: &Expr, left: &Ty, right: &Ty) {
        let message = format!(
            "`{}` takes two of one type: {} on the left, {} on the right",
            op.symbol(),
            self.unify.describe(left),
            self.unify.describe(right)
        );
        let name = |expr: &Expr, body: &crate::syntax::ast::Body| match &expr.kind {
            ExprKind::Local(local) => body.local(*local).name.to_string(),
            _ => "…".to_string(),
        };
        let literal = |ty: &Ty| match ty {
            Ty::Var(var) => Some(self.unify.kind(*var)),
            _ => None,
        };
        let help = match (left, right) {
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => {
                let half = |ty: &Ty| matches!(ty, Ty::Float(float) if !float.has_literals());
                if half(left) || half(right) {
                    Some(
                        "convert one: `to_f32()` gives the value of a half, `from_f32` makes one"
                            .to_string(),
                    )
                } else {
                    Some(format!("convert one: `{} as {left}`", name(b, self.body)))
                }
            }
            (Ty::Float(float), _) | (_, Ty::Float(float)) if !float.has_literals() => {
                Some(format!(
                    "`{}` has no literals: write `{}::from_f32(…)`",
                    float.name(),
                    float.name()
                ))
            }
            (Ty::Float(_), _) if literal(right) == Some(VarKind::Int) => {
                Some("a float is written with a point: `1.0`".to_string())
            }
            (_, Ty::Float(_)) if literal(left) == Some(VarKind::Int) => {
                Some("a float is written with a point: `1.0`".to_string())
            }
            (Ty::Param(name), _) | (_, Ty::Param(name)) => Some(format!(
                "`{name}` may be any number; its own constants are `{name}::ZERO` and `{name}::ONE`"
            )),
            (Ty::Bool, Ty::Int(int)) => Some(format!("convert it: `… as {}`", int.name())),
            _ => None,
        };
        let diagnostic = Diagnostic::new(b.span, message);
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    /// `place = value`, `(a, b) = value`.
    pub(super) fn assign(&mut self, place: &'a Expr, value: &'a Expr) -> Ty {
        let ty = self.assignee(place);
        self.taken_apart = matches!(
            (&place.kind, &value.kind),
            (ExprKind::Tuple(_), ExprKind::Tuple(_))
        );
        self.check(value, &ty);
        Ty::Unit
    }

    fn assignee(&mut self, place: &'a Expr) -> Ty {
        match &place.kind {
            ExprKind::Underscore => {
                let ty = self.unify.general();
                self.set(place.id, &ty);
                ty
            }
            ExprKind::Tuple(parts) => {
                let parts: Vec<Ty> = parts.iter().map(|part| self.assignee(part)).collect();
                let ty = if parts.is_empty() {
                    Ty::Unit
                } else {
                    Ty::Tuple(parts)
                };
                self.set(place.id, &ty);
                ty
            }
            _ => self.written(place),
        }
    }

    /// A place that is written as a whole.
    fn written(&mut self, place: &'a Expr) -> Ty {
        let found = self.place(place);
        if found.slice {
            return self.refuse(
                Diagnostic::new(place.span, "a slice is not assigned as a whole")
                    .help("assign its elements: `x[i] = …`"),
            );
        }
        if let Ty::Atomic(_) = self.unify.shallow(&found.ty) {
            return self.refuse(
                Diagnostic::new(place.span, "an atomic is not assigned")
                    .help("write it with `.store(value, Relaxed)`"),
            );
        }
        if let Some(group) = self.unify.shallow(&found.ty).as_group() {
            return self.refuse(
                Diagnostic::new(place.span, format!("a group is not assigned: `{group}`"))
                    .help("bind it by a `let` of its own"),
            );
        }
        match self.root(place) {
            Root::Local(_) => {}
            Root::Memory(..) | Root::Constant => {
                if !self.may_write(place) {
                    return Ty::Opaque;
                }
            }
            Root::Temporary if found.ty == Ty::Opaque => {}
            Root::Temporary => {
                return self.refuse(Diagnostic::new(
                    place.span,
                    "nothing is assigned to here: this is a value that nobody keeps",
                ));
            }
        }
        found.ty
    }

    /// `place op= value`.
    pub(super) fn assign_op(&mut self, op: BinaryOp, place: &'a Expr, value: &'a Expr) -> Ty {
        let left = self.written(place);
        let right = self.value(value, &Expect::Nothing);
        self.operands(op, place, &left, value, &right);
        Ty::Unit
    }
}
