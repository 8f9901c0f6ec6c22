//! Expressions as values.

use phalanx_compiler::syntax::ast::{Expr, ExprKind, LazyOp, Literal, UnaryOp};
use phalanx_compiler::types::ty::{AdtKind, Const, Float, Ty};
use phalanx_compiler::types::typed::{Adjustment, PathRes};

use super::value::{Items, Slice, Value};
use super::{CONFUSED, Eval, Frame, Jump, Thread, arithmetic, code};

impl<'m> Thread<'m> {
    /// The expression as a value, with Rust's silent conversions.
    pub(super) fn value(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Value> {
        let value = self.unadjusted(f, expr)?;
        let value = match f.function.tables.adjustments.get(&expr.id) {
            Some(Adjustment::Unsize | Adjustment::UnsizeWeaken) => self.unsize(&value),
            Some(Adjustment::Weaken) | None => value,
        };
        self.witness(f, expr, &value);
        Ok(value)
    }

    /// `&[T; N]` as `&[T]`.
    fn unsize(&mut self, value: &Value) -> Value {
        let place = value.place();
        let len = self.read(&place).parts().len();
        Value::Slice(Slice::of_array(place, len))
    }

    /// The value of an operand: a reference to a number stands for the number.
    pub(super) fn operand(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Value> {
        match self.value(f, expr)? {
            Value::Reference(place) => Ok(self.read(&place)),
            value => Ok(value),
        }
    }

    /// The type of an operand, behind a reference.
    fn operand_ty(&self, f: &Frame<'m>, expr: &Expr) -> Ty {
        match f.ty(expr.id) {
            Ty::Ref(to, _) => *to,
            ty => ty,
        }
    }

    fn unadjusted(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Value> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(literal_value(literal, &f.ty(expr.id))),
            ExprKind::Local(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Unary(UnaryOp::Deref, _) => {
                let place = self.place(f, expr)?;
                Ok(self.read(&place))
            }
            ExprKind::Path(_) => Ok(self.path(f, expr)),
            ExprKind::Unary(op, of) => {
                let ty = self.operand_ty(f, of);
                // The sign of a literal belongs to it, and wraps into the same value without it.
                let value = self.operand(f, of)?;
                Ok(match op {
                    UnaryOp::Neg => arithmetic::negate(&ty, &value),
                    _ => arithmetic::not(&ty, &value),
                })
            }
            ExprKind::Binary(op, left, right) => {
                let ty = self.operand_ty(f, left);
                let (left, right) = (self.operand(f, left)?, self.operand(f, right)?);
                Ok(arithmetic::binary(*op, &ty, &left, &right))
            }
            ExprKind::Lazy(op, left, right) => {
                let left = self.operand(f, left)?.bool();
                match (op, left) {
                    (LazyOp::And, false) | (LazyOp::Or, true) => Ok(Value::Bool(left)),
                    _ => self.operand(f, right),
                }
            }
            ExprKind::Assign(place, value) => {
                let value = self.value(f, value)?;
                self.assign(f, place, value)?;
                Ok(Value::Unit)
            }
            ExprKind::AssignOp(op, place, value) => {
                let ty = f.ty(place.id);
                let value = self.operand(f, value)?;
                let place = self.place(f, place)?;
                let result = arithmetic::binary(*op, &ty, &self.read(&place), &value);
                self.write(&place, result);
                Ok(Value::Unit)
            }
            ExprKind::Tuple(parts) if parts.is_empty() => Ok(Value::Unit),
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for part in parts {
                    values.push(self.value(f, part)?);
                }
                Ok(Value::Parts(values))
            }
            ExprKind::Repeat(value, _) => {
                let value = self.value(f, value)?;
                match f.ty(expr.id) {
                    Ty::Array(_, Const::Value(len)) => Ok(Value::Parts(vec![value; len as usize])),
                    other => panic!("{CONFUSED}an array `{other}`"),
                }
            }
            ExprKind::Struct { fields, base, .. } => self.struct_literal(f, expr, fields, base),
            ExprKind::Cast(of, _) => {
                let value = self.operand(f, of)?;
                Ok(arithmetic::cast(&value, &f.ty(expr.id)))
            }
            ExprKind::Ref { expr: of, .. } => self.reference(f, of),
            ExprKind::Call { args, .. } => self.call(f, expr, args),
            ExprKind::Method { receiver, args, .. } => self.method(f, expr, receiver, args),
            ExprKind::Block(block) | ExprKind::Unsafe(block) => self.block(f, block),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                if self.operand(f, cond)?.bool() {
                    self.block(f, then)
                } else {
                    match otherwise {
                        Some(otherwise) => self.value(f, otherwise),
                        None => Ok(Value::Unit),
                    }
                }
            }
            ExprKind::Match { scrutinee, arms } => self.match_(f, scrutinee, arms),
            ExprKind::While { cond, body, .. } => self.while_(f, expr.id, cond, body),
            ExprKind::Loop { body, .. } => self.loop_(f, expr.id, body),
            ExprKind::For {
                pat, iter, body, ..
            } => self.for_(f, expr.id, pat, iter, body),
            ExprKind::Break { target, value, .. } => {
                let value = match value {
                    Some(value) => self.value(f, value)?,
                    None => Value::Unit,
                };
                Err(Box::new(Jump::Break(*target, value)))
            }
            ExprKind::Continue { target, .. } => Err(Box::new(Jump::Continue(*target))),
            ExprKind::Return(value) => {
                let value = match value {
                    Some(value) => self.value(f, value)?,
                    None => Value::Unit,
                };
                Err(Box::new(Jump::Return(value)))
            }
            ExprKind::Range { lo, hi, inclusive } => {
                let (Some(lo), Some(hi)) = (lo, hi) else {
                    panic!("{CONFUSED}a range without an end")
                };
                let lo = self.operand(f, lo)?.int();
                let hi = self.operand(f, hi)?.int() + i128::from(*inclusive);
                Ok(Value::Items(Items::range(lo, hi)))
            }
            ExprKind::Panic(panic) => self.panic(f, panic),
            ExprKind::Closure { .. } => panic!("{CONFUSED}a closure"),
            ExprKind::Underscore => panic!("{CONFUSED}`_` as a value"),
        }
    }

    fn path(&mut self, f: &Frame<'m>, expr: &Expr) -> Value {
        match f.function.tables.paths.get(&expr.id) {
            Some(PathRes::Operator(op)) => Value::Operator(*op),
            // The interpreter's memory has one order for all.
            Some(PathRes::Ordering(_)) => Value::Unit,
            Some(PathRes::ConstParam(name)) => {
                Value::Int(code::size(&f.generics.value(&Const::Param(name.clone()))) as i128)
            }
            Some(PathRes::Number { ty, name }) => match (f.generics.ty(ty), name.as_str()) {
                (Ty::Int(int), "MAX") => Value::Int(int.range().1),
                (Ty::Int(int), "MIN") => Value::Int(int.range().0),
                (ty, name) => panic!("{CONFUSED}`{ty}::{name}`"),
            },
            other => panic!("{CONFUSED}the path {other:?}"),
        }
    }

    fn struct_literal(
        &mut self,
        f: &Frame<'m>,
        expr: &Expr,
        fields: &'m [(syn::Member, Expr)],
        base: &'m Option<Box<Expr>>,
    ) -> Eval<Value> {
        let ty = f.ty(expr.id);
        let Ty::Adt(adt) = &ty else {
            panic!("{CONFUSED}a struct literal of `{ty}`")
        };
        let AdtKind::Struct { fields: known, .. } = &adt.def.kind else {
            panic!("{CONFUSED}a struct literal of an enum")
        };
        let mut values = vec![Value::Unset; known.len()];
        // In the order in which they are written.
        for (member, value) in fields {
            let index = super::place::field_index(&ty, member);
            values[index] = self.value(f, value)?;
        }
        if let Some(base) = base {
            let base = self.value(f, base)?;
            for (value, base) in values.iter_mut().zip(base.parts()) {
                if matches!(value, Value::Unset) {
                    *value = base.clone();
                }
            }
        }
        Ok(Value::Parts(values))
    }
}

fn literal_value(literal: &Literal, ty: &Ty) -> Value {
    match (literal, ty) {
        (Literal::Bool(value), _) => Value::Bool(*value),
        (Literal::Int { value, .. }, Ty::Int(int)) => {
            Value::Int(arithmetic::wrap(*int, *value as i128))
        }
        (Literal::Float { digits, .. }, Ty::Float(Float::F32)) => Value::F32(
            digits
                .trim_end_matches('.')
                .parse()
                .expect("digits of a float"),
        ),
        (Literal::Int { value, .. }, Ty::Float(Float::F32)) => Value::F32(*value as f32),
        (literal, ty) => panic!("{CONFUSED}the literal {literal:?} as a `{ty}`"),
    }
}
