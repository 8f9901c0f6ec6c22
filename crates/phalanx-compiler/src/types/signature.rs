//! Signatures: generic parameters with their bounds, parameters and results, and what may stand there.

use std::collections::HashMap;

use proc_macro2::Span;

use super::const_eval::ConstScope;
use super::env::{Env, FunctionSig, SigGeneric, SigGenericKind, SigParam, ValueBound};
use super::lower::{Lower, lower_type};
use super::names;
use super::ty::{Access, Const, Group, Ty};
use super::uniform;
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::{Function, GenericKind, GenericParam, Path, TypeExpr};
use crate::table::group_ops::Capability;

/// The signature of a kernel or device function, its types resolved where it stands. `id` is its full
/// path, `crate_name::module::name`.
///
/// # Errors
/// Types that cannot stand where they do, unknown bounds.
pub fn signature(function: &Function, id: String, env: &dyn Env) -> Result<FunctionSig, Errors> {
    let mut errors = Errors::default();
    let generics = generics(&function.generics, env, &mut errors);
    let locals = HashMap::new();
    let mut lower = Lower {
        consts: ConstScope::new(env, &generics, &locals),
        vars: None,
        errors: &mut errors,
    };
    let mut params = Vec::new();
    let mut promises = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        let ty = lower.promised(&param.ty, Some(index), function.is_kernel(), &mut promises);
        let rule = match function.is_kernel() {
            true => kernel_param(&ty, param.shared, &param.ty),
            false => device_param(&ty, &param.ty),
        };
        if let Err(diagnostic) = rule {
            lower.errors.push(diagnostic);
        }
        params.push(SigParam {
            name: function.local(param.local).name.to_string(),
            ty,
            shared: param.shared,
            uniform: None,
        });
    }
    let ret = match &function.ret {
        None => Ty::Unit,
        Some(written) => {
            let ty = lower.promised(written, None, function.is_kernel(), &mut promises);
            if let Err(diagnostic) = result(&ty, written.span) {
                lower.errors.push(diagnostic);
            }
            ty
        }
    };
    let mut ret_uniform = None;
    for promise in promises {
        match uniform::group(&promise.group, &params, promise.span) {
            Ok(group) => match promise.param {
                Some(param) => params[param].uniform = Some(group),
                None => ret_uniform = Some(group),
            },
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    if function.is_kernel() {
        kernel_groups(function, &params, &mut errors);
    }
    errors.finish(FunctionSig {
        id,
        name: function.name.to_string(),
        generics,
        params,
        ret,
        ret_uniform,
        is_unsafe: function.is_unsafe,
    })
}

/// A `Uniform` of the signature.
struct Promise {
    /// The parameter; `None` for the result.
    param: Option<usize>,
    group: Ty,
    span: Span,
}

impl Lower<'_, '_> {
    /// The type of a parameter or the result; takes note of a `Uniform` around it.
    fn promised(
        &mut self,
        ty: &TypeExpr,
        param: Option<usize>,
        kernel: bool,
        promises: &mut Vec<Promise>,
    ) -> Ty {
        let written = match uniform::written(ty) {
            Ok(written) => written,
            Err(diagnostic) => {
                self.errors.push(diagnostic);
                return Ty::Opaque;
            }
        };
        let value = self.ty(written.ty);
        let Some(group) = written.group else {
            return value;
        };
        let (group, span) = (self.ty(group), group.span);
        match uniform::value(&value, kernel, ty.span) {
            Ok(()) => promises.push(Promise { param, group, span }),
            Err(diagnostic) => self.errors.push(diagnostic),
        }
        value
    }
}

fn generics(params: &[GenericParam], env: &dyn Env, errors: &mut Errors) -> Vec<SigGeneric> {
    let mut generics = Vec::new();
    for param in params {
        let kind = match &param.kind {
            GenericKind::Const { ty } => match lower_type(ty, &[], env) {
                Ok(ty) => SigGenericKind::Const {
                    ty: const_generic_type(ty, errors, param),
                },
                Err(more) => {
                    errors.0.extend(more.0);
                    SigGenericKind::Const { ty: Ty::Opaque }
                }
            },
            GenericKind::Type { bounds } => bounded(param, bounds, errors),
        };
        generics.push(SigGeneric {
            name: param.name.to_string(),
            kind,
        });
    }
    generics
}

fn const_generic_type(ty: Ty, errors: &mut Errors, param: &GenericParam) -> Ty {
    if !matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Opaque) {
        errors.push(
            Diagnostic::new(
                param.name.span(),
                format!(
                    "`{}` cannot be a `{ty}`: a const generic is an integer or a `bool`",
                    param.name
                ),
            )
            .help(format!("write `const {}: usize`", param.name)),
        );
        return Ty::Opaque;
    }
    ty
}

/// A type parameter is a value or a group, by its bounds.
fn bounded(param: &GenericParam, bounds: &[Path], errors: &mut Errors) -> SigGenericKind {
    let name = &param.name;
    let (mut of_value, mut of_group) = (Vec::new(), Vec::new());
    let mut unknown = false;
    for path in bounds {
        let segments = names::segments(path);
        let last = segments.last().map_or("", String::as_str);
        match (Capability::from_name(last), ValueBound::from_name(last)) {
            (Some(capability), _) => of_group.push(capability),
            (None, Some(bound)) => of_value.push(bound),
            // Says nothing that `Copy` does not.
            (None, None) if matches!(last, "Clone" | "Send" | "Sync") => {}
            (None, None) => {
                unknown = true;
                errors.push(
                    Diagnostic::new(
                        path.span,
                        format!("the language does not know the bound `{last}`"),
                    )
                    .help(BOUNDS),
                );
            }
        }
    }
    if !of_value.is_empty() && !of_group.is_empty() {
        errors.push(
            Diagnostic::new(
                name.span(),
                format!("`{name}` is bounded as a value and as a group"),
            )
            .help(BOUNDS),
        );
        return SigGenericKind::Value { bounds: of_value };
    }
    if !of_group.is_empty() {
        return SigGenericKind::Group { bounds: of_group };
    }
    let plain = |bound: &ValueBound| bound.implies(ValueBound::DeviceCopy);
    if !unknown && !of_value.iter().any(plain) {
        let message = format!("`{name}` may be anything, so nothing can be done with it");
        errors.push(Diagnostic::new(name.span(), message).help(BOUNDS));
    }
    SigGenericKind::Value { bounds: of_value }
}

const BOUNDS: &str = "bound a value by `DeviceCopy`, `Number`, `Integer` or `Float`, a group by what it must do: `Group`, `Barrier`, `Shuffle`, `Vote`, `Reduce`, …";

/// What a launch can pass.
fn kernel_param(ty: &Ty, shared: bool, written: &TypeExpr) -> Result<(), Diagnostic> {
    let span = written.span;
    match ty {
        Ty::Group(Group::Coalesced) => Err(Diagnostic::new(
            span,
            "a launch has no coalesced group: which threads are in one shows while the kernel runs",
        )
        .help("call `coalesced_threads()` where you need it, and take a `block: ThreadBlock`")),
        Ty::Group(Group::Param(name)) => Err(Diagnostic::new(
            span,
            format!("a kernel names its groups: the launch depends on them, and `{name}` may be any"),
        )
        .help("write `ThreadBlock`, `ThreadBlockTile<32>`, `Grid` or `CooperativeGrid`; a device function may be generic over groups")),
        Ty::Group(_) | Ty::Opaque => Ok(()),
        Ty::Ref(inner, _) if matches!(**inner, Ty::Group(_)) => Err(Diagnostic::new(
            span,
            format!("a kernel takes its groups by value: `{inner}`"),
        )
        .help(format!("write `{inner}`"))),
        Ty::Slice(elem, access) => memory_param(elem, *access, true, shared, span),
        Ty::Ref(inner, access) => memory_param(inner, *access, false, shared, span),
        value => plain_memory(value, span),
    }
}

fn memory_param(
    elem: &Ty,
    access: Access,
    slice: bool,
    shared: bool,
    span: Span,
) -> Result<(), Diagnostic> {
    if let Ty::Atomic(_) = elem {
        // Shared memory belongs to the block, so it is taken as the block's own.
        if access == Access::Write && !shared {
            let read = match slice {
                true => Ty::slice(elem.clone(), Access::Read),
                false => Ty::reference(elem.clone(), Access::Read),
            };
            return Err(Diagnostic::new(
                span,
                "every thread of the launch uses an atomic, so none has it for itself",
            )
            .help(format!("write `{read}`")));
        }
        return Ok(());
    }
    plain_memory(elem, span)
}

/// What host and device lay out alike.
fn plain_memory(ty: &Ty, span: Span) -> Result<(), Diagnostic> {
    match ty {
        Ty::Bool | Ty::Int(_) | Ty::Float(_) | Ty::Adt(_) | Ty::Param(_) | Ty::Opaque => Ok(()),
        Ty::Array(elem, _) => plain_memory(elem, span),
        Ty::Tuple(_) => Err(Diagnostic::new(
            span,
            format!(
                "Rust does not say how `{ty}` lies in memory, so host and device cannot share it"
            ),
        )
        .help("declare a struct: `#[derive(Clone, Copy, DeviceCopy)] #[repr(C)]`")),
        _ => Err(
            Diagnostic::new(span, format!("a launch cannot pass `{ty}`")).help(
                "a kernel takes groups, slices and references to plain values, and plain values",
            ),
        ),
    }
}

fn device_param(ty: &Ty, written: &TypeExpr) -> Result<(), Diagnostic> {
    match ty {
        Ty::Group(group) => Err(Diagnostic::new(
            written.span,
            format!("a device function takes a group by reference: `{group}` stays its caller's"),
        )
        .help(format!("write `&{group}`"))),
        Ty::Ref(inner, Access::Write) if matches!(**inner, Ty::Atomic(_)) => {
            Err(atomic_for_itself(ty, written))
        }
        Ty::Operator(_) | Ty::Ordering => Err(Diagnostic::new(
            written.span,
            format!("`{ty}` is written where it is used, and not passed on"),
        )),
        _ => Ok(()),
    }
}

fn atomic_for_itself(ty: &Ty, written: &TypeExpr) -> Diagnostic {
    let read = match ty {
        Ty::Ref(inner, _) => Ty::Ref(inner.clone(), Access::Read),
        other => other.clone(),
    };
    Diagnostic::new(
        written.span,
        "an atomic is used by many threads, so none has it for itself",
    )
    .help(format!("write `{read}`"))
}

/// What a device function may give back.
fn result(ty: &Ty, span: Span) -> Result<(), Diagnostic> {
    match ty {
        Ty::Group(_) => Err(Diagnostic::new(
            span,
            "groups do not leave the function that made them",
        )
        .help("make the group in the caller, and pass it: `tile: &ThreadBlockTile<32>`")),
        Ty::Ref(inner, _) if matches!(**inner, Ty::Group(_)) => Err(Diagnostic::new(
            span,
            "a device function does not return a group: its caller has it already",
        )),
        Ty::Slice(..) | Ty::Ref(..) => Err(Diagnostic::new(
            span,
            format!("a device function returns values, not references: `{ty}`"),
        )
        .help("return an index, and index the slice in the caller")),
        Ty::Operator(_) | Ty::Ordering => Err(Diagnostic::new(
            span,
            format!("`{ty}` is written where it is used, and not returned"),
        )),
        _ => Ok(()),
    }
}

/// The groups of a kernel: at least one, and no two shapes for one block.
fn kernel_groups(function: &Function, params: &[SigParam], errors: &mut Errors) {
    let may_be_group = |param: &SigParam| matches!(param.ty, Ty::Group(_) | Ty::Opaque);
    if !params.iter().any(may_be_group) && errors.is_empty() {
        errors.push(
            Diagnostic::new(function.name.span(), "a kernel takes at least one group")
                .help("add `block: ThreadBlock` or `grid: Grid` to the parameters"),
        );
    }
    let mut shape: Option<&[Const; 3]> = None;
    let mut tiles: Vec<(i128, Span)> = Vec::new();
    for (param, sig) in function.params.iter().zip(params) {
        match &sig.ty {
            Ty::Group(Group::Block(axes)) if axes[0] != Const::Value(0) => match shape {
                Some(first) if first != axes => errors.push(Diagnostic::new(
                    param.ty.span,
                    "a kernel has one block, and its parameters give it two shapes",
                )),
                _ => shape = Some(axes),
            },
            Ty::Group(Group::Tile(Const::Value(size))) => tiles.push((*size, param.ty.span)),
            _ => {}
        }
    }
    let threads = shape.and_then(|axes| {
        axes.iter().try_fold(1, |threads, axis| match axis {
            Const::Value(0) => Some(threads),
            Const::Value(size) => Some(threads * size),
            _ => None,
        })
    });
    for (size, span) in tiles {
        if let Some(threads) = threads
            && threads % size != 0
        {
            errors.push(Diagnostic::new(
                span,
                format!(
                    "a block of {threads} threads has no tiles of {size}: it is not a multiple"
                ),
            ));
        }
    }
}
