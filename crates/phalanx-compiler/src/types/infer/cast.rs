//! `as`.

use super::{Expect, Infer};
use crate::syntax::ast::{Expr, TypeExpr};
use crate::types::require::Need;
use crate::types::ty::Ty;

impl<'a> Infer<'a> {
    /// Whether the cast is legal shows when inference has ended: an integer that nothing else decides is
    /// an `i32` by then.
    pub(super) fn cast(&mut self, expr: &'a Expr, operand: &'a Expr, ty: &'a TypeExpr) -> Ty {
        let to = self.lower_ty(ty);
        let from = self.value(operand, &Expect::CastTo(to.clone()));
        if to == Ty::Opaque {
            // A literal takes the type it is cast to, if that is an integer.
            self.unify.taint(&from);
        }
        self.tables.written.insert(expr.id, to.clone());
        self.require(
            operand.span,
            Need::Cast {
                from,
                to: to.clone(),
            },
        );
        to
    }
}
