//! Branches, loops and jumps.

use super::{Around, Expect, Infer, Join};
use crate::report::Diagnostic;
use crate::syntax::ast::{Arm, Block, Expr, ExprId, LoopId, Pat};
use crate::types::ty::Ty;

impl<'a> Infer<'a> {
    pub(super) fn if_(
        &mut self,
        expr: &'a Expr,
        cond: &'a Expr,
        then: &'a Block,
        otherwise: Option<&'a Expr>,
        expect: &Expect,
    ) -> Ty {
        self.check(cond, &Ty::Bool);
        let (before, errors) = (self.diverges, self.errors.0.len());
        let Some(otherwise) = otherwise else {
            // Without `else` the value is `()`.
            let help = "add an `else`, or a `;` after the value";
            self.unit_block(then, "an `if` without `else` has no value", help);
            self.diverges = before;
            return Ty::Unit;
        };
        let expect = expect.for_arms(&self.unify);
        let mut join = Join::new(expect.only(&self.unify));
        let ty = self.block(then, &expect);
        self.join_block(&mut join, then, &ty);
        let then_diverges = std::mem::replace(&mut self.diverges, before);
        let ty = self.value(otherwise, &expect);
        self.join(&mut join, otherwise, &ty);
        self.diverges = before || (then_diverges && self.diverges);
        let ty = self.joined(join);
        if self.errors.0.len() == errors {
            self.chosen(&ty, expr);
        }
        ty
    }

    /// The value of a block as one of several.
    fn join_block(&mut self, join: &mut Join, block: &'a Block, ty: &Ty) {
        match &block.value {
            Some(value) => self.join(join, value, ty),
            None if *ty == Ty::Never => {}
            None => self.join_unit(join, block.span),
        }
    }

    /// Which group a value is must show in the source: none is chosen at run time.
    fn chosen(&mut self, ty: &Ty, expr: &Expr) {
        if let Some(group) = self.unify.shallow(ty).as_group().cloned() {
            self.report(
                Diagnostic::new(
                    expr.span,
                    format!("a group is not chosen at run time: `{group}`"),
                )
                .help("call what it is for in each branch"),
            );
        }
    }

    pub(super) fn match_(&mut self, scrutinee: &'a Expr, arms: &'a [Arm], expect: &Expect) -> Ty {
        let matched = self.value(scrutinee, &Expect::Nothing);
        let before = self.diverges;
        let expect = expect.for_arms(&self.unify);
        let mut join = Join::new(expect.only(&self.unify));
        let mut all_diverge = true;
        for arm in arms {
            self.pat(&arm.pat, &matched);
        }
        for arm in arms {
            self.diverges = before;
            if let Some(guard) = &arm.guard {
                self.check(guard, &Ty::Bool);
                self.diverges = before;
            }
            let ty = self.value(&arm.body, &expect);
            self.join(&mut join, &arm.body, &ty);
            all_diverge &= self.diverges;
        }
        self.diverges = before || all_diverge;
        let ty = self.joined(join);
        self.chosen(&ty, scrutinee);
        ty
    }

    pub(super) fn while_(&mut self, id: ExprId, cond: &'a Expr, body: &'a Block) -> Ty {
        self.enter(id, None);
        self.check(cond, &Ty::Bool);
        self.unit_body(body);
        self.loops.remove(&id);
        Ty::Unit
    }

    pub(super) fn loop_(&mut self, id: ExprId, body: &'a Block, expect: &Expect) -> Ty {
        let expected = expect.for_arms(&self.unify).only(&self.unify);
        self.enter(id, Some(Join::new(expected)));
        self.unit_body(body);
        let around = self.loops.remove(&id);
        match around {
            Some(Around {
                join: Some(join),
                broken: true,
            }) => self.joined(join),
            _ => Ty::Never,
        }
    }

    pub(super) fn for_(&mut self, id: ExprId, pat: &'a Pat, iter: &'a Expr, body: &'a Block) -> Ty {
        let item = self.iterated(iter);
        self.pat(pat, &item);
        self.enter(id, None);
        self.unit_body(body);
        self.loops.remove(&id);
        Ty::Unit
    }

    fn enter(&mut self, id: LoopId, join: Option<Join>) {
        let around = Around {
            join,
            broken: false,
        };
        self.loops.insert(id, around);
    }

    /// The body of a loop, which gives nothing. Whether it leaves says nothing of what comes after.
    fn unit_body(&mut self, body: &'a Block) {
        let before = self.diverges;
        self.unit_block(
            body,
            "the body of a loop has no value",
            "add a `;` after it",
        );
        self.diverges = before;
    }

    fn unit_block(&mut self, block: &'a Block, otherwise: &str, help: &str) {
        let ty = self.block(block, &Expect::Nothing);
        if let Some(value) = &block.value
            && ty != Ty::Never
            && self.unify.unify(&ty, &Ty::Unit).is_err()
        {
            let message = format!("{otherwise}, found {}", self.unify.describe(&ty));
            self.report(Diagnostic::new(value.span, message).help(help));
        }
    }

    pub(super) fn break_(&mut self, expr: &'a Expr, target: LoopId, value: Option<&'a Expr>) -> Ty {
        let Some(Around { join, .. }) = self.loops.get_mut(&target) else {
            return Ty::Never;
        };
        let mut join = join.take();
        let hint = match join
            .as_ref()
            .and_then(|join| join.expected.clone().or(join.so_far.clone()))
        {
            Some(ty) => Expect::Has(ty),
            None => Expect::Nothing,
        };
        match (value, &mut join) {
            (Some(value), Some(join)) => {
                let ty = self.value(value, &hint);
                self.join(join, value, &ty);
                self.chosen(&ty, value);
            }
            (Some(value), None) => {
                self.value(value, &Expect::Nothing);
            }
            (None, Some(join)) => self.join_unit(join, expr.span),
            (None, None) => {}
        }
        if let Some(around) = self.loops.get_mut(&target) {
            around.join = join;
            around.broken = true;
        }
        Ty::Never
    }

    pub(super) fn return_(&mut self, expr: &'a Expr, value: Option<&'a Expr>) -> Ty {
        let ret = self.ret.clone();
        match value {
            Some(value) => self.check(value, &ret),
            None => {
                if self.unify.unify(&ret, &Ty::Unit).is_err() {
                    let message = format!(
                        "expected {}, but nothing is returned",
                        self.unify.describe(&ret)
                    );
                    self.report(Diagnostic::new(expr.span, message));
                }
            }
        }
        Ty::Never
    }
}
