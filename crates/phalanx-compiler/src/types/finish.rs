//! The end of inference: what is still open falls back or is reported, requirements are judged, and the
//! tables are written out.

use super::infer::Infer;
use super::require::{Requirement, Verdict};
use super::ty::{Const, TyOrConst};
use super::typed::{Callee, PathRes, Tables};
use super::unify::Unifier;
use crate::report::{Diagnostic, Errors};

impl Infer<'_> {
    /// The finished tables, or everything that is wrong with the body, in the order of the source.
    pub(super) fn finish(mut self) -> Result<Tables, Errors> {
        self.unify.fall_back();
        self.unify.give_up_on_opaque();
        self.judge();
        self.resolve_tables();
        if self.errors.is_empty() {
            self.report_unknown();
        }
        self.tables.certain = std::mem::take(&mut self.literals);
        let exprs = &self.tables.exprs;
        self.tables
            .certain
            .retain(|id| exprs[id.0 as usize].is_number());
        sort(&mut self.errors);
        self.errors.finish(self.tables)
    }

    fn judge(&mut self) {
        for requirement in std::mem::take(&mut self.requirements) {
            let unify = &self.unify;
            let requirement = Requirement {
                need: requirement
                    .need
                    .map(&|ty| unify.resolve(ty), &|value| unify.resolve_const(value)),
                span: requirement.span,
            };
            match requirement.need.judge(self.generics) {
                Verdict::Depends => self.tables.requirements.push(requirement),
                _ => {
                    if let Some(diagnostic) = requirement.refusal(self.generics) {
                        self.errors.push(diagnostic);
                    }
                }
            }
        }
    }

    fn resolve_tables(&mut self) {
        let Infer { unify, tables, .. } = self;
        for ty in tables.exprs.iter_mut().chain(&mut tables.locals) {
            *ty = unify.resolve(ty);
        }
        for ty in tables.written.values_mut() {
            *ty = unify.resolve(ty);
        }
        for path in tables.paths.values_mut() {
            if let PathRes::Number { ty, .. } = path {
                *ty = unify.resolve(ty);
            }
        }
        for callee in tables.callees.values_mut() {
            resolve_callee(callee, unify);
        }
    }

    /// What nothing decided.
    fn report_unknown(&mut self) {
        let mut unknown: Vec<Diagnostic> = Vec::new();
        for (id, callee) in &self.tables.callees {
            if let Callee::Function { sig, args } = callee {
                for (generic, arg) in sig.generics.iter().zip(args) {
                    let open = match arg {
                        TyOrConst::Ty(ty) => self.unify.has_vars(ty),
                        TyOrConst::Const(value) => matches!(value, Const::Var(_)),
                    };
                    if open {
                        let message =
                            format!("nothing says what `{}` of `{}` is", generic.name, sig.name);
                        unknown.push(
                            Diagnostic::new(self.call_spans[id], message)
                                .help(format!("write it: `{}::<…>(…)`", sig.name)),
                        );
                    }
                }
            }
        }
        self.errors.0.extend(unknown);
        if !self.errors.is_empty() {
            return;
        }
        for (local, ty) in self.body.locals.iter().zip(&self.tables.locals) {
            if self.unify.has_vars(ty) {
                self.errors.push(
                    Diagnostic::new(
                        local.name.span(),
                        format!("the type of `{}` is not known", local.name),
                    )
                    .help(format!("write it: `let {}: T = …`", local.name)),
                );
            }
        }
        if self.errors.is_empty() && self.tables.exprs.iter().any(|ty| self.unify.has_vars(ty)) {
            self.errors.push(Diagnostic::new(
                self.body.block.span,
                "the type of an expression in here is not known",
            ));
        }
    }
}

fn resolve_callee(callee: &mut Callee, unify: &Unifier) {
    match callee {
        Callee::Function { args, .. } => {
            for arg in args {
                *arg = unify.resolve_arg(arg);
            }
        }
        Callee::Group {
            value,
            consts,
            shared,
            ..
        } => {
            for ty in value.iter_mut().chain(shared) {
                *ty = unify.resolve(ty);
            }
            for value in consts {
                *value = unify.resolve_const(value);
            }
        }
        Callee::Number { on, .. } | Callee::Atomic { on, .. } => *on = unify.resolve(on),
        Callee::From { from, to } => {
            *from = unify.resolve(from);
            *to = unify.resolve(to);
        }
        Callee::OpaqueFunction(_)
        | Callee::TupleStruct(_)
        | Callee::CoalescedThreads
        | Callee::AssumeUniform
        | Callee::Memory(_)
        | Callee::Iter(_)
        | Callee::OpaqueMethod => {}
    }
}

/// In the order of the source; of two at one place that say the same, one.
pub(super) fn sort(errors: &mut Errors) {
    let key = |diagnostic: &Diagnostic| {
        let start = diagnostic.span.start();
        (start.line, start.column)
    };
    errors.0.sort_by_key(key);
    errors
        .0
        .dedup_by(|a, b| key(a) == key(b) && a.message == b.message);
}
