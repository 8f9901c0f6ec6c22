//! Putting the arguments of an instance in the place of generic parameters.

use std::collections::HashMap;

use super::env::{FunctionSig, SigGeneric};
use super::ty::{Adt, AdtDef, Const, Group, Ty, TyOrConst};
use super::typed::Instance;
use crate::syntax::ast::BinaryOp;

/// What each generic parameter stands for, by name.
#[derive(Debug, Clone, Default)]
pub struct Substitution {
    args: HashMap<String, TyOrConst>,
}

impl Substitution {
    pub fn new<'a>(
        names: impl IntoIterator<Item = &'a str>,
        args: impl IntoIterator<Item = TyOrConst>,
    ) -> Self {
        Substitution {
            args: names.into_iter().map(str::to_string).zip(args).collect(),
        }
    }

    pub fn of_generics(generics: &[SigGeneric], args: &[TyOrConst]) -> Self {
        Self::new(
            generics.iter().map(|generic| generic.name.as_str()),
            args.iter().cloned(),
        )
    }

    /// That of an instance of a function.
    pub fn of_instance(sig: &FunctionSig, instance: &Instance) -> Self {
        Self::of_generics(&sig.generics, &instance.args)
    }

    /// That of a user's type, for the types of its fields.
    pub fn of_adt(def: &AdtDef, args: &[TyOrConst]) -> Self {
        Self::new(
            def.generics.iter().map(String::as_str),
            args.iter().cloned(),
        )
    }

    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// The type with the arguments in place and every constant that can be computed computed.
    pub fn ty(&self, ty: &Ty) -> Ty {
        if self.is_empty() {
            return ty.clone();
        }
        match ty {
            Ty::Param(name) | Ty::Group(Group::Param(name)) => match self.args.get(name) {
                Some(TyOrConst::Ty(arg)) => arg.clone(),
                _ => ty.clone(),
            },
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.ty(part)).collect()),
            Ty::Array(elem, len) => Ty::Array(Box::new(self.ty(elem)), self.value(len)),
            Ty::Adt(adt) => Ty::Adt(Adt {
                def: adt.def.clone(),
                args: adt.args.iter().map(|arg| self.arg(arg)).collect(),
            }),
            Ty::Slice(elem, access) => Ty::slice(self.ty(elem), *access),
            Ty::Ref(to, access) => Ty::reference(self.ty(to), *access),
            Ty::Atomic(inner) => Ty::Atomic(Box::new(self.ty(inner))),
            Ty::Iter(item) => Ty::Iter(Box::new(self.ty(item))),
            Ty::Group(Group::Block(shape)) => {
                Ty::Group(Group::Block(shape.each_ref().map(|axis| self.value(axis))))
            }
            Ty::Group(Group::Tile(size)) => Ty::Group(Group::Tile(self.value(size))),
            Ty::Group(Group::Arrival(group)) => match self.ty(&Ty::Group((**group).clone())) {
                Ty::Group(group) => Ty::Group(Group::Arrival(Box::new(group))),
                other => other,
            },
            other => other.clone(),
        }
    }

    pub fn value(&self, value: &Const) -> Const {
        match value {
            Const::Param(name) => match self.args.get(name) {
                Some(TyOrConst::Const(arg)) => arg.clone(),
                _ => value.clone(),
            },
            Const::Binary(op, a, b) => binary(*op, self.value(a), self.value(b)),
            other => other.clone(),
        }
    }

    pub fn arg(&self, arg: &TyOrConst) -> TyOrConst {
        match arg {
            TyOrConst::Ty(ty) => TyOrConst::Ty(self.ty(ty)),
            TyOrConst::Const(value) => TyOrConst::Const(self.value(value)),
        }
    }
}

/// `a op b`: a value where both are and the operation gives one, else kept as it is.
pub fn binary(op: BinaryOp, a: Const, b: Const) -> Const {
    match (&a, &b) {
        (Const::Opaque, _) | (_, Const::Opaque) => Const::Opaque,
        (Const::Value(x), Const::Value(y)) => match compute(op, *x, *y) {
            Some(value) => Const::Value(value),
            None => Const::Binary(op, Box::new(a), Box::new(b)),
        },
        _ => Const::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// The result over whole numbers; `None` where there is none (division by zero, more than 127 bits).
/// Comparisons give 0 and 1. Whether the result fits the type of the expression the caller knows.
pub(crate) fn compute(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let shift = u32::try_from(b).ok().filter(|by| *by < 127);
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => {
            let by = shift?;
            (a << by >> by == a).then_some(a << by)?
        }
        BinaryOp::Shr => a >> shift?,
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Lt => (a < b).into(),
        BinaryOp::Le => (a <= b).into(),
        BinaryOp::Gt => (a > b).into(),
        BinaryOp::Ge => (a >= b).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::ty::Access;
    use super::*;

    fn half(of: Const) -> Const {
        Const::Binary(BinaryOp::Div, Box::new(of), Box::new(Const::Value(2)))
    }

    #[test]
    fn types_groups_and_sizes() {
        let subst = Substitution::new(
            ["T", "G", "N"],
            [
                TyOrConst::Ty(Ty::U32),
                TyOrConst::Ty(Ty::Group(Group::Coalesced)),
                TyOrConst::Const(Const::Value(16)),
            ],
        );
        let n = || Const::Param("N".into());
        let array = Ty::Array(Box::new(Ty::Param("T".into())), half(n()));
        assert_eq!(
            subst.ty(&Ty::slice(array, Access::Write)),
            Ty::slice(Ty::Array(Box::new(Ty::U32), Const::Value(8)), Access::Write)
        );
        assert_eq!(
            subst.ty(&Ty::Group(Group::Param("G".into()))),
            Ty::Group(Group::Coalesced)
        );
        assert_eq!(
            subst.ty(&Ty::Group(Group::Tile(n()))),
            Ty::Group(Group::Tile(Const::Value(16)))
        );
    }

    #[test]
    fn what_has_no_value_is_kept() {
        let by_zero = binary(BinaryOp::Div, Const::Value(1), Const::Value(0));
        assert!(matches!(by_zero, Const::Binary(..)));
        assert_eq!(
            binary(BinaryOp::Shl, Const::Value(1), Const::Value(5)),
            Const::Value(32)
        );
        assert_eq!(
            binary(BinaryOp::Add, Const::Opaque, Const::Value(0)),
            Const::Opaque
        );
    }
}
