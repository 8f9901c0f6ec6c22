//! Blocks and statements.

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Block, ExprKind, Let, PatKind, Stmt};
use crate::types::ty::Ty;

impl<'a> Infer<'a> {
    pub(super) fn block(&mut self, block: &'a Block, expect: &Expect) -> Ty {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(stmt) => self.let_(stmt),
                Stmt::Expr(expr) => {
                    self.value(expr, &Expect::Nothing);
                }
                Stmt::Const(constant) => self.body_const(constant),
            }
        }
        match &block.value {
            Some(value) => match expect.only(&self.unify) {
                Some(expected) => {
                    self.check(value, &expected);
                    let found = self.unify.shallow(self.tables.ty(value.id));
                    match (expected, found) {
                        (_, Ty::Never) => Ty::Never,
                        (Ty::Opaque, found) => found,
                        (expected, _) => expected,
                    }
                }
                None => self.value(value, expect),
            },
            None if self.diverges => Ty::Never,
            None => Ty::Unit,
        }
    }

    fn let_(&mut self, stmt: &'a Let) {
        let written = stmt.ty.as_ref().map(|ty| self.lower_ty(ty));
        if let Some(ty) = &written {
            self.tables.written.insert(stmt.pat.id, ty.clone());
        }
        if let (PatKind::Tuple(_), Some(init)) = (&stmt.pat.kind, &stmt.init) {
            self.taken_apart = matches!(init.kind, ExprKind::Tuple(_));
        }
        match (written, &stmt.init) {
            (Some(ty), Some(init)) => {
                self.check(init, &ty);
                let ty = match ty {
                    // What the macro cannot know it may know of the value.
                    Ty::Opaque => self.tables.ty(init.id).clone(),
                    ty => ty,
                };
                self.pat(&stmt.pat, &ty);
            }
            (None, Some(init)) => {
                let ty = self.value(init, &Expect::Nothing);
                self.pat(&stmt.pat, &ty);
            }
            (Some(ty), None) => self.pat(&stmt.pat, &ty),
            (None, None) => {
                let ty = self.unify.general();
                self.pat(&stmt.pat, &ty);
            }
        }
    }

    /// A constant of the body: the parser puts those of a block first.
    fn body_const(&mut self, constant: &'a Let) {
        let (Some(written), Some(value)) = (&constant.ty, &constant.init) else {
            return;
        };
        let ty = self.lower_ty(written);
        if !self.is_value(&ty) {
            let message = format!("a constant is a plain value, not `{ty}`");
            self.report(Diagnostic::new(written.span, message));
        }
        self.tables.written.insert(constant.pat.id, ty.clone());
        let diverges = self.diverges;
        self.check(value, &ty);
        self.diverges = diverges;
        self.pat(&constant.pat, &ty);
        if let PatKind::Bind(local, _) = &constant.pat.kind {
            self.consts.insert(*local, value);
        }
    }

    /// Whether a type is of plain values, or may be one of them.
    fn is_value(&self, ty: &Ty) -> bool {
        !matches!(
            self.unify.known(ty),
            Ty::Slice(..)
                | Ty::Ref(..)
                | Ty::Group(_)
                | Ty::Atomic(_)
                | Ty::Iter(_)
                | Ty::Operator(_)
                | Ty::Ordering
        )
    }
}
