//! Expressions: the dispatch, and the small ones.

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, Literal, UnaryOp};
use crate::syntax::text;
use crate::types::require::{Need, Number};
use crate::types::ty::{Float, Int, Ty};
use crate::types::unify::VarKind;

impl<'a> Infer<'a> {
    /// The type of an expression used as a value. Reports what is wrong within it.
    pub(super) fn value(&mut self, expr: &'a Expr, expect: &Expect) -> Ty {
        let ty = match &expr.kind {
            ExprKind::Local(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Unary(UnaryOp::Deref, _) => self.read(expr),
            _ => self.rvalue(expr, expect),
        };
        if ty == Ty::Never {
            self.diverges = true;
        }
        self.set(expr.id, &ty);
        ty
    }

    /// The value of an expression as one of a type: a place where Rust converts.
    pub(super) fn check(&mut self, expr: &'a Expr, expected: &Ty) {
        let found = self.value(expr, &Expect::Has(expected.clone()));
        self.coerce(expr, &found, expected);
    }

    fn rvalue(&mut self, expr: &'a Expr, expect: &Expect) -> Ty {
        let negated = std::mem::take(&mut self.negated);
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(expr, literal, expect, negated),
            ExprKind::Path(path) => self.path(expr, path),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expect),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Lazy(_, a, b) => {
                self.check(a, &Ty::Bool);
                // The right side may not be reached.
                let diverges = self.diverges;
                self.check(b, &Ty::Bool);
                self.diverges = diverges;
                Ty::Bool
            }
            ExprKind::Assign(place, value) => self.assign(place, value),
            ExprKind::AssignOp(op, place, value) => self.assign_op(*op, place, value),
            ExprKind::Tuple(parts) => self.tuple(parts, expect),
            ExprKind::Array(elems) => self.array(elems, expect),
            ExprKind::Repeat(value, len) => self.repeat(value, len, expect),
            ExprKind::Struct { path, fields, base } => {
                self.struct_literal(expr, path, fields, base.as_deref())
            }
            ExprKind::Cast(operand, ty) => self.cast(expr, operand, ty),
            ExprKind::Ref { mutable, expr: of } => self.reference(expr, *mutable, of, false),
            ExprKind::Call { path, args } => self.call(expr, path, args),
            ExprKind::Method {
                receiver,
                name,
                turbofish,
                args,
            } => self.method(expr, receiver, name, turbofish, args),
            ExprKind::Closure { .. } => self.refuse(
                Diagnostic::new(expr.span, "nothing takes a closure here")
                    .help("write what it does in place, or as a `#[device_fn]`"),
            ),
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                let ty = self.block(block, expect);
                self.stays(&ty, block.value.as_deref());
                ty
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => self.if_(expr, cond, then, otherwise.as_deref(), expect),
            ExprKind::Match { scrutinee, arms } => self.match_(scrutinee, arms, expect),
            ExprKind::While { cond, body, .. } => self.while_(expr.id, cond, body),
            ExprKind::Loop { body, .. } => self.loop_(expr.id, body, expect),
            ExprKind::For {
                pat, iter, body, ..
            } => self.for_(expr.id, pat, iter, body),
            ExprKind::Break { target, value, .. } => self.break_(expr, *target, value.as_deref()),
            ExprKind::Continue { .. } => Ty::Never,
            ExprKind::Return(value) => self.return_(expr, value.as_deref()),
            ExprKind::Range { lo, hi, .. } => {
                for end in [lo, hi].into_iter().flatten() {
                    self.value(end, &Expect::Nothing);
                }
                self.refuse(
                    Diagnostic::new(expr.span, "a range is not a value here").help(
                        "write it where it is used: `for i in a..b`, `g.stride(a..b)`, `&x[a..b]`",
                    ),
                )
            }
            ExprKind::Panic(panic) => self.panic(panic),
            ExprKind::Underscore => self.unify.general(),
            ExprKind::Local(_) | ExprKind::Index(..) | ExprKind::Field(..) => {
                unreachable!("places are read")
            }
        }
    }

    fn literal(&mut self, expr: &Expr, literal: &Literal, expect: &Expect, negated: bool) -> Ty {
        let (suffix, kind, value) = match literal {
            Literal::Bool(_) => return Ty::Bool,
            // Of a function that is only called like `assume_uniform`, which looks at its reason itself.
            Literal::Str(_) => {
                self.report(text::STRING.at(expr.span));
                return Ty::Opaque;
            }
            Literal::Int { suffix, value, .. } => {
                let value = i128::try_from(*value).unwrap_or(i128::MAX);
                let value = Number::Int(if negated { -value } else { value });
                (suffix, VarKind::Int, value)
            }
            Literal::Float { suffix, digits } => {
                let value = digits.parse().unwrap_or(0.0);
                (suffix, VarKind::Float, Number::Float(value))
            }
        };
        let ty = match suffix {
            Some(suffix) => Int::from_name(suffix)
                .map(Ty::Int)
                .or(Float::from_name(suffix).map(Ty::Float))
                .unwrap_or(Ty::Opaque),
            None => {
                self.literals.push(expr.id);
                self.open(kind, expect)
            }
        };
        let need = Need::Fits {
            ty: ty.clone(),
            value,
        };
        self.require(expr.span, need);
        ty
    }

    /// The type of a literal without suffix: that asked for if it can be one, else a variable. Where what
    /// is asked for stands in another item, rustc knows more.
    fn open(&mut self, kind: VarKind, expect: &Expect) -> Ty {
        let hint = match expect {
            Expect::Nothing => None,
            Expect::Has(ty) | Expect::CastTo(ty) => Some(self.unify.shallow(ty)),
        };
        match (kind, hint) {
            (VarKind::Int, Some(ty @ Ty::Int(_))) => ty,
            (VarKind::Float, Some(Ty::Float(float))) if float.has_literals() => Ty::Float(float),
            (_, hint) => {
                let var = self.unify.var(kind);
                if hint == Some(Ty::Opaque) {
                    self.unify.taint(&var);
                }
                var
            }
        }
    }

    /// A group does not come out of the block in which it was made.
    pub(super) fn stays(&mut self, ty: &Ty, value: Option<&Expr>) {
        if let Some(group) = self.unify.shallow(ty).as_group().cloned()
            && let Some(value) = value
        {
            self.report(
                Diagnostic::new(
                    value.span,
                    format!("a group does not leave the block in which it stands: `{group}`"),
                )
                .help("bind it by a `let` where all that use it see it"),
            );
        }
    }
}
