//! Places: what may be read, written, borrowed.

use phalanx_compiler::syntax::ast::{Expr, ExprKind, UnaryOp};
use phalanx_compiler::types::ty::{AdtKind, Ty};

use super::value::{Place, Slice, Value};
use super::{CONFUSED, Eval, Frame, Thread};

impl<'m> Thread<'m> {
    /// Where the value of an expression lies; a value that lies nowhere is put somewhere.
    pub(super) fn place(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Place> {
        match &expr.kind {
            ExprKind::Local(local) => Ok(f.local(*local)),
            ExprKind::Unary(UnaryOp::Deref, of) => Ok(self.value(f, of)?.place()),
            ExprKind::Index(base, index) => {
                let elements = self.elements(f, base)?;
                let index = self.value(f, index)?.index();
                Ok(elements.at(index))
            }
            ExprKind::Field(base, member) => {
                let whole = self.behind(f, base)?;
                let ty = match f.ty(base.id) {
                    Ty::Ref(to, _) => *to,
                    ty => ty,
                };
                Ok(whole.part(field_index(&ty, member)))
            }
            _ => {
                let value = self.value(f, expr)?;
                Ok(self.temporary(value))
            }
        }
    }

    /// The place of an expression, or that to which it refers.
    pub(super) fn behind(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Place> {
        match f.ty(expr.id) {
            Ty::Ref(..) => Ok(self.value(f, expr)?.place()),
            _ => self.place(f, expr),
        }
    }

    /// The elements of a slice or an array.
    pub(super) fn elements(&mut self, f: &Frame<'m>, expr: &'m Expr) -> Eval<Slice> {
        if let ExprKind::Index(base, range) = &expr.kind
            && let ExprKind::Range { lo, hi, inclusive } = &range.kind
        {
            let whole = self.elements(f, base)?;
            let lo = match lo {
                Some(lo) => self.value(f, lo)?.index(),
                None => 0,
            };
            let hi = match hi {
                Some(hi) => self.value(f, hi)?.index() + usize::from(*inclusive),
                None => whole.len,
            };
            return match whole.sub(lo, hi) {
                Some(part) => Ok(part),
                None => panic!(
                    "range {lo}..{hi} out of range for slice of length {}",
                    whole.len
                ),
            };
        }
        match f.ty(expr.id) {
            // `*slice` is the same elements as `slice`.
            Ty::Slice(..) => match &expr.kind {
                ExprKind::Unary(UnaryOp::Deref, of) => self.elements(f, of),
                _ => Ok(self.value(f, expr)?.slice()),
            },
            _ => {
                let array = self.behind(f, expr)?;
                let len = self.read(&array).parts().len();
                Ok(Slice::of_array(array, len))
            }
        }
    }

    /// `&place`, `&mut place`
    pub(super) fn reference(&mut self, f: &Frame<'m>, of: &'m Expr) -> Eval<Value> {
        match f.ty(of.id) {
            Ty::Group(_) => self.value(f, of),
            Ty::Slice(..) => Ok(Value::Slice(self.elements(f, of)?)),
            _ => Ok(Value::Reference(self.place(f, of)?)),
        }
    }

    /// `place = value`, where the place may be a tuple of places.
    pub(super) fn assign(&mut self, f: &Frame<'m>, place: &'m Expr, value: Value) -> Eval<()> {
        match &place.kind {
            ExprKind::Underscore => Ok(()),
            ExprKind::Tuple(places) => {
                for (place, value) in places.iter().zip(value.parts()) {
                    self.assign(f, place, value.clone())?;
                }
                Ok(())
            }
            _ => {
                let place = self.place(f, place)?;
                self.write(&place, value);
                Ok(())
            }
        }
    }
}

/// Which part of a value of this type a field is.
pub(super) fn field_index(ty: &Ty, member: &syn::Member) -> usize {
    let name = match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => return index.index as usize,
    };
    let position = match ty {
        Ty::Dim3 => ["x", "y", "z"].iter().position(|axis| *axis == name),
        Ty::Adt(adt) => match &adt.def.kind {
            AdtKind::Struct { fields, .. } => fields.iter().position(|(field, _)| *field == name),
            AdtKind::Enum { .. } => None,
        },
        _ => None,
    };
    position.unwrap_or_else(|| panic!("{CONFUSED}the field `{name}` of a `{ty}`"))
}
