//! `Uniform<G, T>` in signatures: a `T` that all threads of the function's group of type `G` agree on.
//!
//! To the types stage it is `T`. The promise is kept in the signature, as the index of the parameter that
//! brings the group: callers are held to it for parameters, the function itself for its result
//! (`converge`).

use proc_macro2::Span;

use super::env::SigParam;
use super::names;
use super::ty::{Const, Group, Ty};
use crate::report::Diagnostic;
use crate::syntax::ast::{GenericArg, TypeExpr, TypeKind};

/// A type of a signature, taken apart.
pub(crate) struct Written<'a> {
    /// The type of the value.
    pub(crate) ty: &'a TypeExpr,
    /// The group that agrees on it, if the signature says so.
    pub(crate) group: Option<&'a TypeExpr>,
}

/// Takes `Uniform<G, T>` apart; every other type is its own.
pub(crate) fn written(ty: &TypeExpr) -> Result<Written<'_>, Diagnostic> {
    let plain = Written { ty, group: None };
    let TypeKind::Path(path) = &ty.kind else {
        return Ok(plain);
    };
    if names::of_prelude(&names::segments(path)) != Some(NAME) {
        return Ok(plain);
    }
    match &path.last().args[..] {
        [GenericArg::Type(group), GenericArg::Type(ty)] => Ok(Written {
            ty,
            group: Some(group),
        }),
        _ => Err(Diagnostic::new(
            ty.span,
            "`Uniform` is written with the type of a group and that of a value",
        )
        .help("write `Uniform<ThreadBlock, u32>`, or `Uniform<G, T>` in a generic function")),
    }
}

pub(crate) const NAME: &str = "Uniform";

/// Where it may not stand.
pub(crate) fn elsewhere(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "`Uniform` stands in signatures of device functions, around the type of a parameter or of the result",
    )
    .help("leave it out here: what is the same for all threads of a group is found out")
}

/// What cannot be promised.
pub(crate) fn value(ty: &Ty, kernel: bool, span: Span) -> Result<(), Diagnostic> {
    if kernel {
        return Err(Diagnostic::new(
            span,
            "what a kernel is given is the same for all threads of the launch",
        )
        .help(format!("write `{ty}`")));
    }
    if ty.is_memory() || ty.as_group().is_some() {
        return Err(
            Diagnostic::new(span, format!("threads agree on values, and `{ty}` is none"))
                .help("leave `Uniform` out, and pass the value itself: `Uniform<G, u32>`"),
        );
    }
    Ok(())
}

/// The parameter that brings the group of a promise.
pub(crate) fn group(group: &Ty, params: &[SigParam], span: Span) -> Result<usize, Diagnostic> {
    let Ty::Group(wanted) = group else {
        return Err(Diagnostic::new(
            span,
            format!("`Uniform` names a group first, and `{group}` is none"),
        )
        .help("write `Uniform<ThreadBlock, u32>`"));
    };
    let mut found = params
        .iter()
        .enumerate()
        .filter_map(|(index, param)| (param.ty.as_group() == Some(wanted)).then_some(index));
    match (found.next(), found.next()) {
        (Some(index), None) => Ok(index),
        // Every thread is in one block and in one tile of a size.
        (Some(index), Some(_)) if is_one(wanted) => Ok(index),
        (Some(_), Some(_)) => Err(Diagnostic::new(
            span,
            format!("the function has several groups `{wanted}`: which of them agrees is not said"),
        )
        .help("make the function generic over one of them: `fn f<G: Reduce>(g: &G, ..)`")),
        (None, _) => Err(Diagnostic::new(
            span,
            format!("the function has no `{wanted}` whose threads could agree"),
        )
        .help(format!("take the group: `group: &{wanted}`"))),
    }
}

/// Whether a thread is in only one group of the type.
fn is_one(group: &Group) -> bool {
    match group {
        Group::Block(_) | Group::Grid | Group::CooperativeGrid => true,
        Group::Tile(size) => !matches!(size, Const::Opaque | Const::Var(_)),
        Group::Coalesced | Group::Param(_) | Group::Arrival(_) => false,
    }
}
