//! Inference over one body, in the order and with the rules of rustc: types flow down as expectations
//! and come back up, literals stay open until something decides them, and what can only be judged when
//! everything is known is noted as a [`Requirement`].

mod aggregate;
mod call;
mod cast;
mod control;
mod expr;
mod group;
mod iter;
mod method;
mod operator;
mod panic;
mod pat;
mod path;
mod place;
mod stmt;

use std::collections::HashMap;

use proc_macro2::Span;

use super::const_eval::ConstScope;
use super::env::{Env, FunctionSig, SigGeneric};
use super::lower::Lower;
use super::require::{Need, Requirement};
use super::ty::{Const, Ty};
use super::typed::Tables;
use super::unify::Unifier;
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::{
    Body, Expr, ExprId, ExprKind, Function, GenericArg, LocalId, LoopId, TypeExpr,
};

/// What is known of the type of an expression before it is looked at.
#[derive(Debug, Clone)]
pub(super) enum Expect {
    Nothing,
    /// The value is used as this type.
    Has(Ty),
    /// The value is cast to this type, which an integer literal takes as its own.
    CastTo(Ty),
}

/// A loop that `break` may leave.
struct Around {
    /// The values of its `break`s; `None` for `while` and `for`.
    join: Option<Join>,
    broken: bool,
}

/// The type of what comes together from several expressions, as the arms of a `match`.
struct Join {
    /// What the place asks for, if it is known.
    expected: Option<Ty>,
    so_far: Option<Ty>,
}

pub(super) struct Infer<'a> {
    pub(super) env: &'a dyn Env,
    pub(super) body: &'a Body,
    pub(super) generics: &'a [SigGeneric],
    pub(super) unify: Unifier,
    pub(super) tables: Tables,
    pub(super) errors: Errors,
    pub(super) requirements: Vec<Requirement>,
    /// Literals without suffix.
    pub(super) literals: Vec<ExprId>,
    /// The id of the function itself, which may not call itself; empty for a constant.
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// Where generic functions are called.
    pub(super) call_spans: HashMap<ExprId, Span>,
    ret: Ty,
    loops: HashMap<LoopId, Around>,
    /// The constants of the body met so far.
    consts: HashMap<LocalId, &'a Expr>,
    /// Whether control has left on every path to here.
    diverges: bool,
    /// Whether the method being looked at is what a `for` goes through.
    iterating: bool,
    /// Whether the tuple being looked at is taken apart where it stands.
    taken_apart: bool,
    /// Whether the literal being looked at stands after a `-`.
    negated: bool,
}

impl<'a> Infer<'a> {
    pub(super) fn new(
        env: &'a dyn Env,
        body: &'a Body,
        generics: &'a [SigGeneric],
        ret: Ty,
    ) -> Self {
        let mut unify = Unifier::default();
        let locals = (0..body.locals.len()).map(|_| unify.general()).collect();
        Infer {
            env,
            body,
            generics,
            unify,
            tables: Tables {
                exprs: vec![Ty::Unit; body.exprs as usize],
                locals,
                ..Tables::default()
            },
            errors: Errors::default(),
            requirements: Vec::new(),
            literals: Vec::new(),
            id: "",
            name: "",
            call_spans: HashMap::new(),
            ret,
            loops: HashMap::new(),
            consts: HashMap::new(),
            diverges: false,
            iterating: false,
            taken_apart: false,
            negated: false,
        }
    }

    pub(super) fn params(&mut self, function: &Function, sig: &FunctionSig) {
        for (param, sig) in function.params.iter().zip(&sig.params) {
            self.tables.locals[param.local.0 as usize] = sig.ty.clone();
        }
    }

    /// The whole body against the type of its value.
    pub(super) fn body(&mut self) {
        let body = self.body;
        let ret = self.ret.clone();
        let ty = self.block(&body.block, &Expect::Has(ret.clone()));
        // A missing value is the only mismatch that the block itself has not reported.
        if body.block.value.is_none() && self.unify.unify(&ty, &ret).is_err() && ty != Ty::Never {
            let message = format!(
                "expected {}, but the function ends without a value",
                self.unify.describe(&ret)
            );
            self.report(Diagnostic::new(body.block.span, message));
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    /// Reports and gives the type that fits everywhere, so that nothing is reported twice.
    fn refuse(&mut self, diagnostic: Diagnostic) -> Ty {
        self.report(diagnostic);
        Ty::Opaque
    }

    fn require(&mut self, span: Span, need: Need) {
        self.requirements.push(Requirement { span, need });
    }

    fn set(&mut self, id: ExprId, ty: &Ty) {
        self.tables.exprs[id.0 as usize] = ty.clone();
    }

    fn local_ty(&self, local: LocalId) -> Ty {
        self.tables.locals[local.0 as usize].clone()
    }

    fn lower(&mut self) -> Lower<'_, '_> {
        Lower {
            consts: ConstScope::new(self.env, self.generics, &self.consts),
            vars: Some(&mut self.unify),
            errors: &mut self.errors,
        }
    }

    fn lower_ty(&mut self, ty: &TypeExpr) -> Ty {
        self.lower().ty(ty)
    }

    fn const_arg(&mut self, arg: &GenericArg) -> Const {
        self.lower().const_arg(arg)
    }

    /// What constant expressions here may use.
    fn scope(&self) -> ConstScope<'_> {
        ConstScope::new(self.env, self.generics, &self.consts)
    }

    /// The value of an expression, where it is a constant.
    fn constant(&self, expr: &Expr) -> Option<Const> {
        self.scope().eval(expr).ok()
    }

    /// What came before an error must be known where rustc wants it known. Reports that it is not.
    fn unknown_here(&mut self, expr: &Expr, ty: &Ty) -> Ty {
        let what = match self.unify.shallow(ty) {
            Ty::Var(var) if self.unify.kind(var) != super::unify::VarKind::General => {
                "the type of this number must be known here"
            }
            _ => "the type of this must be known here",
        };
        let help = match &expr.kind {
            ExprKind::Literal(_) => "write its type as a suffix: `2.0_f32`, `1_u32`",
            _ => "write its type where it is declared: `let x: f32 = …`",
        };
        self.refuse(Diagnostic::new(expr.span, what).help(help))
    }
}

impl Expect {
    /// The type asked for, if it is known and not just a hint.
    fn only(&self, unify: &Unifier) -> Option<Ty> {
        match self {
            Expect::Has(ty) => Some(unify.shallow(ty)).filter(|ty| !matches!(ty, Ty::Var(_))),
            _ => None,
        }
    }

    /// The same for the arms of a branch: a cast's hint ends here, as in rustc.
    fn for_arms(&self, unify: &Unifier) -> Expect {
        match self.only(unify) {
            Some(ty) => Expect::Has(ty),
            None => Expect::Nothing,
        }
    }
}

impl Join {
    fn new(expected: Option<Ty>) -> Self {
        Join {
            expected,
            so_far: None,
        }
    }
}

impl Infer<'_> {
    /// One more expression that the joined value may be.
    fn join(&mut self, join: &mut Join, expr: &Expr, ty: &Ty) {
        if matches!(self.unify.shallow(ty), Ty::Never) {
            return;
        }
        let target = match (&join.expected, &join.so_far) {
            (Some(expected), _) => expected.clone(),
            (None, Some(so_far)) => so_far.clone(),
            (None, None) => {
                join.so_far = Some(ty.clone());
                return;
            }
        };
        self.coerce(expr, ty, &target);
        // Of two that fit, the one that is known.
        join.so_far = Some(match target {
            Ty::Opaque => ty.clone(),
            target => target,
        });
    }

    /// A path on which there is no expression, which gives `()`.
    fn join_unit(&mut self, join: &mut Join, span: Span) {
        let target = match (&join.expected, &join.so_far) {
            (Some(ty), _) | (None, Some(ty)) => ty.clone(),
            (None, None) => {
                join.so_far = Some(Ty::Unit);
                return;
            }
        };
        if self.unify.unify(&target, &Ty::Unit).is_err() {
            let message = format!(
                "expected {}, but there is no value here",
                self.unify.describe(&target)
            );
            self.report(Diagnostic::new(span, message));
        }
        join.so_far = Some(target);
    }

    fn joined(&self, join: Join) -> Ty {
        join.so_far.unwrap_or(Ty::Never)
    }
}
