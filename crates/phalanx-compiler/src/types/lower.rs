//! From types as written to types.

use std::collections::HashMap;

use proc_macro2::Span;

use super::bounds::implements;
use super::const_eval::ConstScope;
use super::env::{Env, Lookup, SigGeneric, SigGenericKind, TypeDef, ValueBound};
use super::names;
use super::require::{block_shape, tile_size};
use super::ty::{Access, Adt, AdtDef, AdtKind, Const, Group, Operator, Ty, TyOrConst};
use super::uniform;
use super::unify::Unifier;
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::{GenericArg, Path, Segment, TypeExpr, TypeKind};
use crate::table::atomics::AtomicOp;

/// A type as written in an item with these generic parameters.
///
/// # Errors
/// Types outside the language, unknown names, sizes that cannot be.
pub fn lower_type(ty: &TypeExpr, generics: &[SigGeneric], env: &dyn Env) -> Result<Ty, Errors> {
    let locals = HashMap::new();
    let mut errors = Errors::default();
    let ty = Lower {
        consts: ConstScope::new(env, generics, &locals),
        vars: None,
        errors: &mut errors,
    }
    .ty(ty);
    errors.finish(ty)
}

/// Lowers types and gathers what is wrong with them; the type of what is refused is opaque, so that
/// nothing is reported twice.
pub(crate) struct Lower<'a, 'e> {
    pub(crate) consts: ConstScope<'a>,
    /// Where `_` may stand: what makes its variable.
    pub(crate) vars: Option<&'e mut Unifier>,
    pub(crate) errors: &'e mut Errors,
}

/// What may stand at a place of a type.
#[derive(Clone, Copy)]
struct May {
    /// `&T`, `&[T]`.
    refer: bool,
    /// `Atomic<T>`.
    atomic: bool,
    /// A group.
    group: bool,
}

impl May {
    const TOP: May = May {
        refer: true,
        atomic: false,
        group: true,
    };
    const BEHIND_REFERENCE: May = May {
        refer: false,
        atomic: true,
        group: true,
    };
    const IN_SLICE: May = May {
        refer: false,
        atomic: true,
        group: false,
    };
    const VALUE: May = May {
        refer: false,
        atomic: false,
        group: false,
    };
}

impl Lower<'_, '_> {
    /// The type of a parameter, a local, a result.
    pub(crate) fn ty(&mut self, ty: &TypeExpr) -> Ty {
        self.at(ty, May::TOP)
    }

    /// What `block.shared::<…>()` is asked for: a value, an `Atomic`, an array of either.
    pub(crate) fn shared(&mut self, ty: &TypeExpr) -> Ty {
        match &ty.kind {
            TypeKind::Array(elem, len) => {
                let elem = self.at(elem, May::IN_SLICE);
                Ty::Array(Box::new(elem), self.len(len))
            }
            _ => self.at(ty, May::IN_SLICE),
        }
    }

    fn refuse(&mut self, diagnostic: Diagnostic) -> Ty {
        self.errors.push(diagnostic);
        Ty::Opaque
    }

    fn at(&mut self, ty: &TypeExpr, may: May) -> Ty {
        match &ty.kind {
            TypeKind::Path(path) => self.path(path, may),
            TypeKind::Ref { mutable, inner } => self.reference(ty.span, *mutable, inner, may),
            TypeKind::Slice(_) => self.refuse(
                Diagnostic::new(ty.span, "a slice stands behind a reference").help(
                    "write `&[T]` or `&mut [T]`; an array with its length is a value: `[T; 4]`",
                ),
            ),
            TypeKind::Array(elem, len) => {
                let elem = self.at(elem, May::VALUE);
                Ty::Array(Box::new(elem), self.len(len))
            }
            TypeKind::Tuple(parts) if parts.is_empty() => Ty::Unit,
            TypeKind::Tuple(parts) => {
                Ty::Tuple(parts.iter().map(|part| self.at(part, May::VALUE)).collect())
            }
            TypeKind::Never => self.refuse(
                Diagnostic::new(
                    ty.span,
                    "`!` has no values, so nothing in a kernel is of it",
                )
                .help("leave the result out"),
            ),
            TypeKind::Infer => match &mut self.vars {
                Some(vars) => vars.general(),
                None => self.refuse(Diagnostic::new(ty.span, "a type must be written out here")),
            },
        }
    }

    fn reference(&mut self, span: Span, mutable: bool, inner: &TypeExpr, may: May) -> Ty {
        if !may.refer {
            return self.refuse(
                Diagnostic::new(span, "references are not stored in other values")
                    .help("pass the slice itself, and store an index into it"),
            );
        }
        let access = if mutable { Access::Write } else { Access::Read };
        if let TypeKind::Slice(elem) = &inner.kind {
            let elem = self.at(elem, May::IN_SLICE);
            return Ty::slice(elem, access);
        }
        let to = self.at(inner, May::BEHIND_REFERENCE);
        if mutable && matches!(to, Ty::Group(_)) {
            return self.refuse(
                Diagnostic::new(span, format!("a group is never changed: `&mut {to}`"))
                    .help(format!("write `&{to}`")),
            );
        }
        Ty::reference(to, access)
    }

    fn len(&mut self, len: &crate::syntax::ast::Expr) -> Const {
        match self.consts.eval(len) {
            Ok(Const::Value(value)) if value < 0 => {
                self.errors.push(Diagnostic::new(
                    len.span,
                    format!("a length is not negative: {value}"),
                ));
                Const::Opaque
            }
            Ok(value) => value,
            Err(diagnostic) => {
                self.errors.push(diagnostic);
                Const::Opaque
            }
        }
    }

    fn path(&mut self, path: &Path, may: May) -> Ty {
        if let Some(generic) = self.generic(path) {
            return match generic {
                Ok(ty) => self.place(ty, path.span, may),
                Err(diagnostic) => self.refuse(diagnostic),
            };
        }
        let written = names::imported(path, self.consts.env).into_owned();
        let segments = names::segments(&written);
        if let Some(ty) = names::scalar(&segments) {
            return ty;
        }
        if let Some(name) = names::of_prelude(&segments)
            && let Some(ty) = self.of_prelude(name, written.last(), path.span)
        {
            // The macro, which sees one item, takes the name for Phalanx's.
            if segments.len() == 1
                && let Lookup::Found(_) = self.consts.env.ty(path)
            {
                return self.refuse(
                    Diagnostic::new(
                        path.span,
                        format!("`{name}` is a name of Phalanx's prelude, and of a type of yours"),
                    )
                    .help("give yours another name"),
                );
            }
            return self.place(ty, path.span, may);
        }
        if matches!(&segments[..], [.., atomic, name] if atomic == "atomic" && name == "Ordering") {
            return Ty::Ordering;
        }
        match self.consts.env.ty(path) {
            Lookup::Found(TypeDef::Adt(def)) => self.adt(def, path),
            Lookup::Found(TypeDef::Alias(ty)) => self.alias(ty, path),
            Lookup::Unknown => Ty::Opaque,
            Lookup::NotFound => self.refuse(Diagnostic::new(
                path.span,
                format!("there is no type `{}` here", path.to_text()),
            )),
            Lookup::Unfit(why) => self.refuse(Diagnostic::new(path.span, why)),
        }
    }

    /// Refuses what may not stand here.
    fn place(&mut self, ty: Ty, span: Span, may: May) -> Ty {
        match &ty {
            Ty::Atomic(inner) if !may.atomic => self.refuse(
                Diagnostic::new(
                    span,
                    format!(
                        "`Atomic<{inner}>` is memory that threads share, never a value of its own"
                    ),
                )
                .help(format!(
                    "take a reference: `&Atomic<{inner}>` or `&[Atomic<{inner}>]`"
                )),
            ),
            Ty::Group(group) if !may.group => self.refuse(Diagnostic::new(
                span,
                format!("a group is not stored in other values: `{group}`"),
            )),
            _ => ty,
        }
    }

    fn generic(&self, path: &Path) -> Option<Result<Ty, Diagnostic>> {
        let name = path.as_ident()?;
        let generic = self
            .consts
            .generics
            .iter()
            .find(|generic| *name == generic.name)?;
        Some(match generic.kind {
            SigGenericKind::Value { .. } => Ok(Ty::Param(generic.name.clone())),
            SigGenericKind::Group { .. } => Ok(Ty::Group(Group::Param(generic.name.clone()))),
            SigGenericKind::Const { .. } => Err(Diagnostic::new(
                name.span(),
                format!("`{name}` is a number, not a type"),
            )),
        })
    }

    /// What Phalanx's prelude has under this name.
    fn of_prelude(&mut self, name: &str, segment: &Segment, span: Span) -> Option<Ty> {
        let args = &segment.args;
        let plain = match name {
            "CoalescedGroup" => Ty::Group(Group::Coalesced),
            "Grid" => Ty::Group(Group::Grid),
            "CooperativeGrid" => Ty::Group(Group::CooperativeGrid),
            "Dim3" => Ty::Dim3,
            "Ordering" => Ty::Ordering,
            "ThreadBlock" => return Some(self.block(args, span)),
            "ThreadBlockTile" => return Some(self.tile(args, span)),
            "Atomic" => return Some(self.atomic(args, span)),
            uniform::NAME => return Some(self.refuse(uniform::elsewhere(span))),
            name => Ty::Operator(Operator::from_name(name)?),
        };
        if args.is_empty() {
            Some(plain)
        } else {
            Some(self.refuse(Diagnostic::new(
                span,
                format!("`{name}` takes no generic arguments"),
            )))
        }
    }

    fn block(&mut self, args: &[GenericArg], span: Span) -> Ty {
        if args.len() > 3 {
            return self.refuse(Diagnostic::new(span, "a block has at most three axes"));
        }
        let mut shape = [const { Const::Value(0) }; 3];
        for (axis, arg) in shape.iter_mut().zip(args) {
            *axis = self.const_arg(arg);
        }
        if let Err(text) = block_shape(&shape) {
            return self.refuse(Diagnostic::new(span, text));
        }
        Ty::Group(Group::Block(shape))
    }

    fn tile(&mut self, args: &[GenericArg], span: Span) -> Ty {
        let [size] = args else {
            return self.refuse(
                Diagnostic::new(span, "a tile is written with its size")
                    .help("write `ThreadBlockTile<32>`"),
            );
        };
        let size = self.const_arg(size);
        if let Const::Value(value) = size
            && let Err(text) = tile_size(value)
        {
            return self.refuse(Diagnostic::new(span, text));
        }
        Ty::Group(Group::Tile(size))
    }

    fn atomic(&mut self, args: &[GenericArg], span: Span) -> Ty {
        let [GenericArg::Type(inner)] = args else {
            return self.refuse(Diagnostic::new(
                span,
                "`Atomic` is written with its type: `Atomic<u32>`",
            ));
        };
        let elem = self.at(inner, May::VALUE);
        if let Ty::Param(name) = &elem
            && !implements(&elem, ValueBound::AtomicValue, self.consts.generics)
        {
            return self.refuse(
                Diagnostic::new(inner.span, format!("`{name}` is not known to have atomics"))
                    .help(format!("write `{name}: AtomicValue`")),
            );
        }
        if !AtomicOp::element(&elem) && !matches!(elem, Ty::Opaque | Ty::Param(_) | Ty::Var(_)) {
            return self.refuse(
                Diagnostic::new(inner.span, format!("there is no `Atomic<{elem}>`"))
                    .help("32- and 64-bit integers, `f32` and `f64` have atomics"),
            );
        }
        Ty::Atomic(Box::new(elem))
    }

    /// An argument in the place of a const generic.
    pub(crate) fn const_arg(&mut self, arg: &GenericArg) -> Const {
        let value = match arg {
            GenericArg::Const(expr) => self.consts.eval(expr),
            GenericArg::Type(TypeExpr {
                kind: TypeKind::Path(path),
                ..
            }) if !self.is_type(path) => self.consts.path(path),
            GenericArg::Type(TypeExpr {
                kind: TypeKind::Infer,
                span,
            }) => match &mut self.vars {
                Some(vars) => Ok(vars.const_var()),
                None => Err(Diagnostic::new(*span, "a number must be written out here")),
            },
            GenericArg::Type(ty) => {
                Err(Diagnostic::new(ty.span, "a number stands here, not a type"))
            }
        };
        value.unwrap_or_else(|diagnostic| {
            self.errors.push(diagnostic);
            Const::Opaque
        })
    }

    fn is_type(&self, path: &Path) -> bool {
        matches!(self.generic(path), Some(Ok(_))) || names::scalar(&names::segments(path)).is_some()
    }

    /// An argument in the place of a generic type.
    pub(crate) fn type_arg(&mut self, arg: &GenericArg) -> Ty {
        match arg {
            GenericArg::Type(ty) => self.ty(ty),
            GenericArg::Const(expr) => self.refuse(Diagnostic::new(
                expr.span,
                "a type stands here, not a number",
            )),
        }
    }

    fn adt(&mut self, def: std::sync::Arc<AdtDef>, path: &Path) -> Ty {
        let args = self.adt_args(&def, path);
        Ty::Adt(Adt { def, args })
    }

    /// The generic arguments of a user's type at its last name; variables where none are written and
    /// they may be inferred.
    pub(crate) fn adt_args(&mut self, def: &AdtDef, path: &Path) -> Vec<TyOrConst> {
        let written = &path.last().args;
        if written.is_empty()
            && !def.generics.is_empty()
            && let Some(vars) = &mut self.vars
        {
            return def
                .generics
                .iter()
                .map(|name| match is_const_generic(def, name) {
                    true => TyOrConst::Const(vars.const_var()),
                    false => TyOrConst::Ty(vars.general()),
                })
                .collect();
        }
        if written.len() != def.generics.len() {
            self.errors.push(Diagnostic::new(
                path.span,
                format!(
                    "`{}` takes {} generic arguments, {} are given",
                    def.name,
                    def.generics.len(),
                    written.len()
                ),
            ));
        }
        let mut args: Vec<TyOrConst> = Vec::new();
        for (index, name) in def.generics.iter().enumerate() {
            let is_const = is_const_generic(def, name);
            args.push(match (written.get(index), is_const) {
                (Some(arg), true) | (Some(arg @ GenericArg::Const(_)), false) => {
                    TyOrConst::Const(self.const_arg(arg))
                }
                (Some(GenericArg::Type(ty)), false) => TyOrConst::Ty(self.at(ty, May::VALUE)),
                (None, true) => TyOrConst::Const(Const::Opaque),
                (None, false) => TyOrConst::Ty(Ty::Opaque),
            });
        }
        args
    }

    /// The macro sees only the item in which the alias is used: what it must know of a type, it must
    /// see there.
    fn alias(&mut self, ty: Ty, path: &Path) -> Ty {
        let what = match &ty {
            Ty::Group(_) => "a group",
            Ty::Slice(..) | Ty::Ref(..) => "a reference",
            Ty::Atomic(_) => "an atomic",
            _ => return ty,
        };
        self.refuse(
            Diagnostic::new(
                path.span,
                format!(
                    "`{}` stands for {what}, which a signature must show",
                    path.to_text()
                ),
            )
            .help(format!("write `{ty}`")),
        )
    }
}

/// Whether a generic parameter of a user's type is a number: it is where its fields use it as one.
fn is_const_generic(def: &AdtDef, name: &str) -> bool {
    fn in_const(value: &Const, name: &str) -> bool {
        match value {
            Const::Param(param) => param == name,
            Const::Binary(_, a, b) => in_const(a, name) || in_const(b, name),
            _ => false,
        }
    }
    fn in_ty(ty: &Ty, name: &str) -> bool {
        match ty {
            Ty::Tuple(parts) => parts.iter().any(|part| in_ty(part, name)),
            Ty::Array(elem, len) => in_ty(elem, name) || in_const(len, name),
            Ty::Adt(adt) => adt.args.iter().any(|arg| match arg {
                TyOrConst::Ty(ty) => in_ty(ty, name),
                TyOrConst::Const(value) => in_const(value, name),
            }),
            _ => false,
        }
    }
    match &def.kind {
        AdtKind::Struct { fields, .. } => fields.iter().any(|(_, ty)| in_ty(ty, name)),
        AdtKind::Enum { .. } => false,
    }
}
