//! Operators and casts.

use super::code::Code;
use super::lower::Lower;
use super::panics;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::types::ty::{Float, Int, Ty};

impl<'p> Lower<'_, 'p> {
    pub(super) fn unary(&mut self, op: UnaryOp, inner: &'p Expr) -> Code {
        let ty = self.type_of(inner.id);
        match (op, &ty) {
            (UnaryOp::Neg, Ty::Int(_)) => match &inner.kind {
                ExprKind::Literal(literal @ Literal::Int { .. }) => {
                    self.negative_literal(literal, inner)
                }
                _ => {
                    let code = self.value(inner);
                    Code::call("wrapping_neg", &[code])
                }
            },
            (UnaryOp::Neg, _) => {
                let code = self.value(inner);
                Code::unary("-", &code)
            }
            (UnaryOp::Not, Ty::Bool) => {
                let code = self.value(inner);
                Code::unary("!", &code)
            }
            (UnaryOp::Not, Ty::Int(int)) if int.bits() < 32 => {
                let code = self.value(inner);
                Code::call("bit_not", &[code])
            }
            (UnaryOp::Not, _) => {
                let code = self.value(inner);
                Code::unary("~", &code)
            }
            (UnaryOp::Deref, _) => unreachable!("a place"),
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr, expr: &Expr) -> Code {
        let ty = self.type_of(a.id);
        if ty == Ty::Unit {
            // Both are evaluated, and `()` equals `()`.
            self.operands([a, b]);
            return Code::postfix(if op == BinaryOp::Eq { "true" } else { "false" });
        }
        let operands = self.operands([a, b]);
        let [left, right] = &operands[..] else {
            unreachable!("two operands");
        };
        if op.is_comparison() {
            return Code::binary(op.symbol(), left, right);
        }
        if self.has_native(op, &ty, b) {
            let code = match op.is_shift() {
                // The amount has a type of its own, so the left literal keeps its suffix.
                true => Code::shift(op.symbol(), left, right),
                false => Code::binary(op.symbol(), left, right),
            };
            return match &ty {
                // C++ computes it in `int`.
                Ty::Int(int) if int.bits() < 32 => Code::cast(int.name(), &code),
                Ty::Bool => Code::cast("bool", &code),
                _ => code,
            };
        }
        let site = match &ty {
            Ty::Int(int) => {
                panics::of_operator(op, int.signed()).map(|panics| self.site(expr.span, &panics))
            }
            _ => None,
        };
        self.arithmetic(op, &ty, left, right, site)
    }

    /// Whether C++'s own operator means the same on this type (narrowed to it, if it is smaller than `int`).
    pub(super) fn has_native(&self, op: BinaryOp, ty: &Ty, right: &Expr) -> bool {
        let word = matches!(ty, Ty::Int(Int::U32 | Int::U64 | Int::Usize));
        let integer = matches!(ty, Ty::Int(_));
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => true,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => !integer || word || self.constant,
            BinaryOp::Div => !integer || self.constant || divides_safely(right),
            BinaryOp::Rem => integer && (self.constant || divides_safely(right)),
            BinaryOp::Shl => word && shifts_within(right, ty),
            BinaryOp::Shr => integer && shifts_within(right, ty),
            _ => true,
        }
    }

    /// An operation by a function of the headers.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        ty: &Ty,
        left: &Code,
        right: &Code,
        site: Option<Code>,
    ) -> Code {
        let function = match op {
            BinaryOp::Add => "wrapping_add",
            BinaryOp::Sub => "wrapping_sub",
            BinaryOp::Mul => "wrapping_mul",
            BinaryOp::Shl => "wrapping_shl",
            BinaryOp::Shr => "wrapping_shr",
            BinaryOp::Div => "div",
            BinaryOp::Rem => "rem",
            _ => unreachable!("`{}` on `{ty}` is C++'s own", op.symbol()),
        };
        let mut args = vec![left.clone(), right.clone()];
        args.extend(site);
        Code::call(function, &args)
    }

    pub(super) fn cast(&mut self, inner: &'p Expr, expr: &Expr) -> Code {
        let (from, to) = (self.type_of(inner.id), self.type_of(expr.id));
        let code = self.value(inner);
        self.convert(&code, &from, &to)
    }

    /// `from as to`.
    pub(super) fn convert(&mut self, code: &Code, from: &Ty, to: &Ty) -> Code {
        let name = self.cpp(to);
        match (from, to) {
            _ if from == to => code.clone(),
            (Ty::Float(Float::F32 | Float::F64), Ty::Int(_)) => Code::call(
                &format!("saturating_cast<{name}>"),
                std::slice::from_ref(code),
            ),
            // `f64::from(half)` and the like.
            (Ty::Float(half), Ty::Float(to)) if !half.has_literals() => {
                let function = if *to == Float::F64 {
                    "to_f64"
                } else {
                    "to_f32"
                };
                Code::call(function, std::slice::from_ref(code))
            }
            (_, Ty::Float(to)) if !to.has_literals() => {
                let single = Code::cast("f32", code);
                Code::call(&format!("from_f32<{name}>"), &[single])
            }
            // One type in C++.
            (Ty::Int(Int::Usize), Ty::Int(Int::U64))
            | (Ty::Int(Int::U64), Ty::Int(Int::Usize))
            | (Ty::Int(Int::Isize), Ty::Int(Int::I64))
            | (Ty::Int(Int::I64), Ty::Int(Int::Isize)) => code.clone(),
            _ => Code::cast(&name, code),
        }
    }
}

/// Whether a divisor is a literal by which no division fails.
fn divides_safely(right: &Expr) -> bool {
    matches!(&right.kind, ExprKind::Literal(Literal::Int { value, .. }) if *value != 0)
}

/// Whether a shift's amount is a literal less than the width.
fn shifts_within(right: &Expr, ty: &Ty) -> bool {
    match (&right.kind, ty) {
        (ExprKind::Literal(Literal::Int { value, .. }), Ty::Int(int)) => {
            *value < u128::from(int.bits())
        }
        _ => false,
    }
}
