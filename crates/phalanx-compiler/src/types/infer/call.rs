//! Calls of functions: device functions, constructors, functions of number types.

use std::sync::Arc;

use super::path::not_in_language;
use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, GenericArg, Literal, Path};
use crate::table::group_ops::Capability;
use crate::table::methods::NumberMethod;
use crate::types::env::{FunctionSig, Lookup, SigGeneric, SigGenericKind, SigParam, TypeDef};
use crate::types::names;
use crate::types::require::Need;
use crate::types::subst::Substitution;
use crate::types::ty::{Access, Adt, AdtDef, AdtKind, Const, Group, Ty, TyOrConst};
use crate::types::typed::Callee;

impl<'a> Infer<'a> {
    pub(super) fn call(&mut self, expr: &'a Expr, path: &'a Path, args: &'a [Expr]) -> Ty {
        let written = names::imported(path, self.env).into_owned();
        let segments = names::segments(&written);
        if names::of_prelude(&segments) == Some("coalesced_threads") {
            self.arity(path, "coalesced_threads", 0, args);
            self.tables
                .callees
                .insert(expr.id, Callee::CoalescedThreads);
            return Ty::Group(Group::Coalesced);
        }
        if names::of_prelude(&segments) == Some("assume_uniform") {
            return self.assume_uniform(expr, path, args);
        }
        if let Some((name, prefix)) = segments.split_last()
            && !prefix.is_empty()
            && let Some(on) = self.number_type(prefix)
        {
            return self.associated(expr, path, on, name, args);
        }
        if let Some(diagnostic) = not_in_language(path) {
            self.report(diagnostic);
            return self.unknown_call(args);
        }
        match self.env.function(path) {
            Lookup::Found(sig) => self.call_device_fn(expr, path, sig, args),
            Lookup::Unknown => {
                if path.as_ident().is_some_and(|name| name == self.name) {
                    self.recursion(path);
                }
                self.tables
                    .callees
                    .insert(expr.id, Callee::OpaqueFunction(path.clone()));
                self.unknown_call(args)
            }
            other => {
                let ty = self.env.ty(path);
                if let Lookup::Found(TypeDef::Adt(def)) = &ty
                    && let AdtKind::Struct { tuple: true, .. } = def.kind
                {
                    return self.tuple_struct(expr, path, def.clone(), args);
                }
                let help = match &ty {
                    Lookup::Found(TypeDef::Adt(def)) => {
                        Some(format!("write `{} {{ … }}`", def.name))
                    }
                    _ => None,
                };
                let message = match (other, ty) {
                    (Lookup::Unfit(why), _) | (_, Lookup::Unfit(why)) => why,
                    (_, Lookup::Found(_)) => {
                        format!("`{}` is a type, not a function", path.to_text())
                    }
                    _ => format!("there is no device function `{}` here", path.to_text()),
                };
                let diagnostic = Diagnostic::new(path.span, message);
                self.report(match help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                });
                self.unknown_call(args)
            }
        }
    }

    /// The arguments of a call of which nothing is known.
    pub(super) fn unknown_call(&mut self, args: &'a [Expr]) -> Ty {
        for arg in args {
            self.argument(arg, &Ty::Opaque);
        }
        Ty::Opaque
    }

    fn recursion(&mut self, path: &Path) {
        self.report(
            Diagnostic::new(
                path.span,
                format!(
                    "`{}` calls itself, and the GPU's stack is too small for recursion",
                    self.name
                ),
            )
            .help("write a loop"),
        );
    }

    /// Whether a call gives as many arguments as are taken; reports it if not.
    pub(super) fn arity(&mut self, path: &Path, name: &str, takes: usize, args: &[Expr]) -> bool {
        let plural = |n: usize| if n == 1 { "argument" } else { "arguments" };
        if args.len() == takes {
            return true;
        }
        self.report(Diagnostic::new(
            path.span,
            format!(
                "`{name}` takes {takes} {}, {} given",
                plural(takes),
                args.len()
            ),
        ));
        false
    }

    fn call_device_fn(
        &mut self,
        expr: &'a Expr,
        path: &'a Path,
        sig: Arc<FunctionSig>,
        args: &'a [Expr],
    ) -> Ty {
        if sig.id == self.id {
            self.recursion(path);
        }
        let (args, ret) = self.call_by_signature(path, &sig, args);
        self.call_spans.insert(expr.id, path.span);
        self.tables
            .callees
            .insert(expr.id, Callee::Function { sig, args });
        ret
    }

    /// Gives the generic arguments and what comes back.
    fn call_by_signature(
        &mut self,
        path: &'a Path,
        sig: &FunctionSig,
        args: &'a [Expr],
    ) -> (Vec<TyOrConst>, Ty) {
        let generics = self.instantiate(path, sig);
        let subst = Substitution::of_generics(&sig.generics, &generics);
        let ret = subst.ty(&sig.ret);
        if self.arity(path, &sig.name, sig.params.len(), args) {
            for (param, arg) in sig.params.iter().zip(args) {
                if let Ty::Ref(inner, _) = &param.ty
                    && let Ty::Group(_) = **inner
                {
                    self.group_argument(sig, arg, &param.ty, &subst.ty(&param.ty));
                } else {
                    self.argument(arg, &subst.ty(&param.ty));
                }
            }
        } else {
            self.unknown_call(args);
        }
        for (generic, arg) in sig.generics.iter().zip(&generics) {
            let TyOrConst::Ty(ty) = arg else { continue };
            let (function, param) = (sig.name.clone(), generic.name.clone());
            match &generic.kind {
                SigGenericKind::Value { bounds } => {
                    for bound in bounds {
                        let need = Need::Bound {
                            function: function.clone(),
                            param: param.clone(),
                            ty: ty.clone(),
                            bound: *bound,
                        };
                        self.require(path.span, need);
                    }
                }
                SigGenericKind::Group { bounds } => {
                    for capability in bounds {
                        let need = Need::Capability {
                            function: function.clone(),
                            param: param.clone(),
                            ty: ty.clone(),
                            capability: *capability,
                        };
                        self.require(path.span, need);
                    }
                }
                SigGenericKind::Const { .. } => {}
            }
        }
        (generics, ret)
    }

    /// `assume_uniform(&group, value, "reason")`: a function of the value, and the reason.
    fn assume_uniform(&mut self, expr: &'a Expr, path: &'a Path, args: &'a [Expr]) -> Ty {
        let callee = Callee::AssumeUniform;
        self.tables.callees.insert(expr.id, callee);
        if !self.arity(path, "assume_uniform", 3, args) {
            let is_value = |arg: &&'a Expr| !matches!(arg.kind, ExprKind::Literal(Literal::Str(_)));
            for value in args.iter().filter(is_value) {
                self.argument(value, &Ty::Opaque);
            }
            return Ty::Opaque;
        }
        let reason = &args[2];
        // It has no type in the language.
        self.set(reason.id, &Ty::Unit);
        let is_given = match &reason.kind {
            ExprKind::Literal(Literal::Str(text)) => !text.value().trim().is_empty(),
            _ => false,
        };
        if !is_given {
            let message = "`assume_uniform` needs the reason why the value is uniform, as a text";
            let help =
                "write `assume_uniform(&group, value, \"why all threads of it have the same\")`";
            self.report(Diagnostic::new(reason.span, message).help(help));
        }
        let (_, ret) = self.call_by_signature(path, &assume_uniform(), &args[..2]);
        ret
    }

    /// An argument for `g: &G`: most who get it wrong leave out the `&`.
    fn group_argument(&mut self, sig: &FunctionSig, arg: &'a Expr, declared: &Ty, expected: &Ty) {
        if let ExprKind::Local(local) = &arg.kind
            && let Ty::Group(group) = self.unify.known(&self.local_ty(*local))
        {
            let name = &self.body.local(*local).name;
            self.set(arg.id, &Ty::Group(group));
            self.report(
                Diagnostic::new(
                    arg.span,
                    format!("`{}` takes a group by reference", sig.name),
                )
                .help(format!("write `&{name}`")),
            );
            return;
        }
        let found = self.argument_value(arg, expected);
        let fits = matches!(
            self.unify.known(&found),
            Ty::Ref(..) | Ty::Opaque | Ty::Never
        );
        if fits {
            self.coerce(arg, &found, expected);
        } else {
            // Not the variable that stands for a generic group, but its name.
            self.mismatch(arg, &found, declared);
        }
    }

    /// The generic arguments of a call: those written, or variables.
    fn instantiate(&mut self, path: &'a Path, sig: &FunctionSig) -> Vec<TyOrConst> {
        let written: &[GenericArg] = &path.last().args;
        if !written.is_empty() && written.len() != sig.generics.len() {
            self.report(Diagnostic::new(
                path.span,
                format!(
                    "`{}` has {} generic {}, {} given",
                    sig.name,
                    sig.generics.len(),
                    if sig.generics.len() == 1 {
                        "parameter"
                    } else {
                        "parameters"
                    },
                    written.len()
                ),
            ));
        }
        let mut args = Vec::new();
        for (index, generic) in sig.generics.iter().enumerate() {
            let is_const = matches!(generic.kind, SigGenericKind::Const { .. });
            args.push(match (written.get(index), is_const) {
                (Some(arg), true) => TyOrConst::Const(self.const_generic(arg, &generic.kind)),
                (Some(arg), false) => TyOrConst::Ty(self.lower().type_arg(arg)),
                (None, true) => TyOrConst::Const(self.unify.const_var()),
                (None, false) => TyOrConst::Ty(self.unify.general()),
            });
        }
        args
    }

    /// A written const generic, its expression typed.
    pub(super) fn const_generic(&mut self, arg: &'a GenericArg, kind: &SigGenericKind) -> Const {
        if let GenericArg::Const(expr) = arg
            && let SigGenericKind::Const { ty } = kind
        {
            self.constant_of(expr, ty);
        }
        self.const_arg(arg)
    }

    fn tuple_struct(
        &mut self,
        expr: &'a Expr,
        path: &'a Path,
        def: Arc<AdtDef>,
        args: &'a [Expr],
    ) -> Ty {
        let generics = self.lower().adt_args(&def, path);
        let AdtKind::Struct { fields, .. } = &def.kind else {
            unreachable!("the caller has looked");
        };
        let subst = Substitution::of_adt(&def, &generics);
        if self.arity(path, &def.name, fields.len(), args) {
            for ((_, ty), arg) in fields.iter().zip(args) {
                self.check(arg, &subst.ty(ty));
            }
        } else {
            self.unknown_call(args);
        }
        let ty = Ty::Adt(Adt {
            def: def.clone(),
            args: generics,
        });
        self.tables.written.insert(expr.id, ty.clone());
        self.tables
            .callees
            .insert(expr.id, Callee::TupleStruct(def));
        ty
    }

    /// `f32::from_bits(x)`, `u64::from(x)`, `f32::max(a, b)`.
    fn associated(
        &mut self,
        expr: &'a Expr,
        path: &'a Path,
        on: Ty,
        name: &str,
        args: &'a [Expr],
    ) -> Ty {
        if name == "from" && !matches!(on, Ty::Param(_)) {
            if !self.arity(path, "from", 1, args) {
                return self.unknown_call(args);
            }
            let from = self.value(&args[0], &Expect::Nothing);
            let need = Need::From {
                from: from.clone(),
                to: on.clone(),
            };
            self.require(args[0].span, need);
            let callee = Callee::From {
                from,
                to: on.clone(),
            };
            self.tables.callees.insert(expr.id, callee);
            return on;
        }
        let method = self
            .number_method(&on, name, false)
            .map(|row| (row, 0))
            .or_else(|| self.number_method(&on, name, true).map(|row| (row, 1)));
        let Some((method, receiver)) = method else {
            let span = path.last().ident.span();
            let diagnostic = self.no_number_method(&on, name, span);
            self.report(diagnostic);
            return self.unknown_call(args);
        };
        if !self.arity(path, name, method.params.len() + receiver, args) {
            return self.unknown_call(args);
        }
        let (receiver, operands) = args.split_at(receiver);
        for arg in receiver {
            self.check(arg, &on);
        }
        self.number_operands(method, &on, operands);
        self.tables.callees.insert(
            expr.id,
            Callee::Number {
                method,
                on: on.clone(),
            },
        );
        method.result.ty(&on)
    }

    pub(super) fn number_operands(&mut self, method: &NumberMethod, on: &Ty, args: &'a [Expr]) {
        for (operand, arg) in method.params.iter().zip(args) {
            self.check(arg, &operand.ty(on));
        }
    }
}

fn assume_uniform() -> FunctionSig {
    let generic = |name: &str, kind| SigGeneric {
        name: name.to_owned(),
        kind,
    };
    let param = |name: &str, ty| SigParam {
        name: name.to_owned(),
        ty,
        shared: false,
        uniform: None,
    };
    let group = Ty::Group(Group::Param("G".to_owned()));
    let value = Ty::Param("T".to_owned());
    FunctionSig {
        id: "phalanx::assume_uniform".to_owned(),
        name: "assume_uniform".to_owned(),
        generics: vec![
            generic(
                "G",
                SigGenericKind::Group {
                    bounds: vec![Capability::Barrier],
                },
            ),
            generic("T", SigGenericKind::Value { bounds: Vec::new() }),
        ],
        params: vec![
            param("group", Ty::Ref(Box::new(group), Access::Read)),
            param("value", value.clone()),
        ],
        ret: value,
        ret_uniform: Some(0),
        is_unsafe: true,
    }
}
