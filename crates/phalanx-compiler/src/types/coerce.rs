//! Where Rust converts silently: an array behind a reference to a slice, `&mut` to `&`.

use super::infer::Infer;
use super::require::writable;
use super::ty::{Access, Group, Ty};
use super::typed::Adjustment;
use super::unify::{Mismatch, VarKind};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind};

impl Infer<'_> {
    /// Makes the value of an expression one of the expected type, noting what Rust converts; reports it
    /// if that cannot be.
    pub(super) fn coerce(&mut self, expr: &Expr, found: &Ty, expected: &Ty) {
        match self.adjustment(found, expected) {
            Ok(None) => {}
            Ok(Some(adjustment)) => {
                self.tables.adjustments.insert(expr.id, adjustment);
            }
            Err(Mismatch) => self.mismatch(expr, found, expected),
        }
    }

    fn adjustment(&mut self, found: &Ty, expected: &Ty) -> Result<Option<Adjustment>, Mismatch> {
        let (found, expected) = (self.unify.shallow(found), self.unify.shallow(expected));
        let weaken = |from, to| match (from, to) {
            (Access::Write, Access::Read) => Ok(true),
            (from, to) if from == to => Ok(false),
            _ => Err(Mismatch),
        };
        match (&found, &expected) {
            (Ty::Never, _) => Ok(None),
            (Ty::Slice(from, of_from), Ty::Slice(to, of_to)) => {
                let weakened = weaken(*of_from, *of_to)?;
                self.unify.unify(from, to)?;
                Ok(weakened.then_some(Adjustment::Weaken))
            }
            (Ty::Ref(from, of_from), Ty::Ref(to, of_to)) => {
                let weakened = weaken(*of_from, *of_to)?;
                self.unify.unify(from, to)?;
                Ok(weakened.then_some(Adjustment::Weaken))
            }
            (Ty::Ref(from, of_from), Ty::Slice(to, of_to)) => {
                let elem = match self.unify.known(from) {
                    Ty::Array(elem, _) => *elem,
                    // Of what stands in another item only an array can be meant.
                    Ty::Opaque => Ty::Opaque,
                    _ => return Err(Mismatch),
                };
                let weakened = weaken(*of_from, *of_to)?;
                self.unify.unify(&elem, to)?;
                Ok(Some(match weakened {
                    true => Adjustment::UnsizeWeaken,
                    false => Adjustment::Unsize,
                }))
            }
            _ => self.unify.unify(&found, &expected).map(|()| None),
        }
    }

    /// Reports that an expression has the wrong type, with the way out where there is a usual one.
    pub(super) fn mismatch(&mut self, expr: &Expr, found: &Ty, expected: &Ty) {
        let message = format!(
            "expected {}, found {}",
            self.unify.describe(expected),
            self.unify.describe(found)
        );
        let diagnostic = Diagnostic::new(expr.span, message);
        let help = self.way_out(expr, found, expected);
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    fn way_out(&self, expr: &Expr, found: &Ty, expected: &Ty) -> Option<String> {
        let (found, expected) = (self.unify.shallow(found), self.unify.shallow(expected));
        let kind = |ty: &Ty| match ty {
            Ty::Var(var) => Some(self.unify.kind(*var)),
            _ => None,
        };
        // The operand as the user would write it again.
        let text = match &expr.kind {
            ExprKind::Local(local) => self.body.local(*local).name.to_string(),
            _ => "x".to_string(),
        };
        match (&found, &expected) {
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => {
                if let Ty::Float(half) = &expected
                    && !half.has_literals()
                {
                    return Some(format!("convert it: `{}::from_f32(…)`", half.name()));
                }
                if let Ty::Float(half) = &found
                    && !half.has_literals()
                {
                    return Some("convert it: `to_f32()` gives its value".to_string());
                }
                Some(format!("convert it: `{text} as {expected}`"))
            }
            (_, Ty::Unit) => Some("end it with a `;`".to_string()),
            (Ty::Bool, Ty::Int(_)) => Some(format!("convert it: `{text} as {expected}`")),
            (Ty::Int(_), Ty::Bool) => Some(format!("compare it: `{text} != 0`")),
            (_, Ty::Float(float)) if kind(&found).is_some() && !float.has_literals() => {
                Some(format!(
                    "write `{}::from_f32(…)`: `{}` has no literals",
                    float.name(),
                    float.name()
                ))
            }
            (_, Ty::Float(_)) if kind(&found) == Some(VarKind::Int) => {
                Some("a float is written with a point: `1.0`".to_string())
            }
            (Ty::Float(_) | Ty::Int(_), Ty::Param(name)) => Some(format!(
                "`{name}` may be any number; its own constants are `{name}::ZERO` and `{name}::ONE`"
            )),
            (_, Ty::Param(name)) if kind(&found).is_some() => Some(format!(
                "`{name}` may be any number; its own constants are `{name}::ZERO` and `{name}::ONE`"
            )),
            (Ty::Slice(a, Access::Read), Ty::Slice(b, Access::Write))
            | (Ty::Ref(a, Access::Read), Ty::Ref(b, Access::Write))
                if a == b && !matches!(**a, Ty::Group(_)) =>
            {
                match &expr.kind {
                    ExprKind::Local(local) => Some(format!(
                        "`{}` is read-only for the whole launch: take `{}`",
                        self.body.local(*local).name,
                        writable(&found)
                    )),
                    ExprKind::Ref { mutable: false, .. } => Some("write `&mut`".to_string()),
                    _ => None,
                }
            }
            (Ty::Ref(inner, _), expected)
                if matches!(**inner, Ty::Atomic(_))
                    && !matches!(expected, Ty::Ref(..) | Ty::Slice(..)) =>
            {
                Some("read it with `.load(Relaxed)`".to_string())
            }
            (Ty::Ref(inner, _), expected)
                if self.same(inner, expected) && !matches!(**inner, Ty::Group(_)) =>
            {
                Some(format!("write `*{text}`"))
            }
            (Ty::Group(_), Ty::Ref(inner, _)) if matches!(**inner, Ty::Group(_) | Ty::Var(_)) => {
                Some(format!("pass a reference: `&{text}`"))
            }
            (Ty::Group(Group::Tile(_)), Ty::Group(Group::Tile(_))) => None,
            (found, Ty::Ref(inner, access)) if self.same(found, inner) => Some(match access {
                Access::Read => format!("pass a reference: `&{text}`"),
                Access::Write => format!("pass a reference: `&mut {text}`"),
            }),
            (Ty::Array(..), Ty::Slice(_, access)) => Some(match access {
                Access::Read => format!("pass a reference: `&{text}`"),
                Access::Write => format!("pass a reference: `&mut {text}`"),
            }),
            _ => None,
        }
    }

    fn same(&self, a: &Ty, b: &Ty) -> bool {
        self.unify.resolve(a) == self.unify.resolve(b)
    }
}
