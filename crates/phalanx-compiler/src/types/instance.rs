//! Instances: which a kernel has, and what must hold of one.

use std::collections::HashMap;

use proc_macro2::Span;

use super::bounds::implements;
use super::const_eval::ConstScope;
use super::env::{Env, FunctionSig, SigGenericKind};
use super::finish::sort;
use super::lower::Lower;
use super::require::{Verdict, block_shape, tile_size};
use super::subst::Substitution;
use super::ty::{Const, Group, Ty, TyOrConst};
use super::typed::{Instance, TypedFunction};
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::{Function, FunctionKind, VariantAxis};

/// The instances that a kernel declares, the last generic parameter changing fastest.
pub(super) fn declared(
    function: &Function,
    sig: &FunctionSig,
    env: &dyn Env,
) -> Result<Vec<Instance>, Errors> {
    let FunctionKind::Kernel(attr) = &function.kind else {
        return Ok(Vec::new());
    };
    let mut errors = Errors::default();
    let mut instances = vec![Instance::default()];
    for generic in &sig.generics {
        // The parser has seen to it that every parameter has its axis.
        let Some(axis) = attr.variants.iter().find(|axis| axis.name == generic.name) else {
            continue;
        };
        let values = values(axis, &generic.kind, env, &mut errors);
        instances = instances
            .iter()
            .flat_map(|instance| {
                values.iter().map(|value| Instance {
                    args: instance
                        .args
                        .iter()
                        .cloned()
                        .chain([value.clone()])
                        .collect(),
                })
            })
            .collect();
    }
    errors.finish(instances)
}

fn values(
    axis: &VariantAxis,
    kind: &SigGenericKind,
    env: &dyn Env,
    errors: &mut Errors,
) -> Vec<TyOrConst> {
    let locals = HashMap::new();
    let mut values = Vec::new();
    for value in &axis.values {
        let span = match value {
            crate::syntax::ast::GenericArg::Type(ty) => ty.span,
            crate::syntax::ast::GenericArg::Const(value) => value.span,
        };
        let mut lower = Lower {
            consts: ConstScope::new(env, &[], &locals),
            vars: None,
            errors,
        };
        values.push(match kind {
            SigGenericKind::Const { ty } => {
                let value = lower.const_arg(value);
                let range = match ty {
                    Ty::Int(int) => Some(int.range()),
                    Ty::Bool => Some((0, 1)),
                    _ => None,
                };
                if let (Const::Value(value), Some((least, most))) = (&value, range)
                    && !(least..=most).contains(value)
                {
                    errors.push(Diagnostic::new(span, format!("{value} is not a `{ty}`")));
                }
                TyOrConst::Const(value)
            }
            SigGenericKind::Value { bounds } => {
                let ty = lower.type_arg(value);
                for bound in bounds {
                    if !implements(&ty, *bound, &[]) {
                        let message =
                            format!("`{}: {}`, which `{ty}` is not", axis.name, bound.name());
                        errors.push(Diagnostic::new(span, message));
                    }
                }
                TyOrConst::Ty(ty)
            }
            SigGenericKind::Group { .. } => TyOrConst::Ty(lower.type_arg(value)),
        });
    }
    values
}

/// What can be judged only when the generic parameters of a function stand for something: sizes of tiles
/// and values.
///
/// # Errors
/// Each at the place in the function that asks for what does not hold, with the instance in a note.
pub fn check_instance(function: &TypedFunction, instance: &Instance) -> Result<(), Errors> {
    let mut errors = Errors::default();
    let subst = Substitution::of_instance(&function.sig, instance);
    for (param, sig) in function.function.params.iter().zip(&function.sig.params) {
        let ty = subst.ty(&sig.ty);
        if let Some(group) = ty.as_group() {
            fitting_group(group, param.ty.span, &mut errors);
        }
    }
    for requirement in &function.tables.requirements {
        let requirement = requirement.of_instance(&subst);
        match requirement.need.judge(&[]) {
            Verdict::Fails(..) => errors.0.extend(requirement.refusal(&[])),
            Verdict::Holds | Verdict::Depends => {}
        }
    }
    let note = label(&function.sig, instance);
    for diagnostic in &mut errors.0 {
        if !note.is_empty() {
            diagnostic.notes.push(format!("where {note}"));
        }
    }
    sort(&mut errors);
    errors.finish(())
}

fn fitting_group(group: &Group, span: Span, errors: &mut Errors) {
    let fits = match group {
        Group::Block(shape) => block_shape(shape),
        Group::Tile(Const::Value(size)) => tile_size(*size),
        _ => Ok(()),
    };
    if let Err(text) = fits {
        errors.push(Diagnostic::new(span, text));
    }
}

/// `N = 8, T = f32`: what each generic parameter of an instance stands for; empty for a function that is
/// not generic.
pub fn label(sig: &FunctionSig, instance: &Instance) -> String {
    let parts: Vec<String> = sig
        .generics
        .iter()
        .zip(&instance.args)
        .map(|(generic, arg)| match arg {
            TyOrConst::Ty(ty) => format!("{} = {ty}", generic.name),
            TyOrConst::Const(value) => match (&generic.kind, value) {
                (SigGenericKind::Const { ty: Ty::Bool }, Const::Value(value)) => {
                    format!("{} = {}", generic.name, *value != 0)
                }
                _ => format!("{} = {value}", generic.name),
            },
        })
        .collect();
    parts.join(", ")
}
