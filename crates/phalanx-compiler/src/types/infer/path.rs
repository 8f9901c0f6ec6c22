//! Paths in the place of a value: constants, operators, orderings, variants.

use super::Infer;
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, Pat, Path};
use crate::table::constants::{ConstBound, NumberConst};
use crate::types::bounds::implements;
use crate::types::env::{Lookup, SigGenericKind, TypeDef, ValueBound};
use crate::types::names;
use crate::types::ty::{Adt, AdtKind, Operator, Ty};
use crate::types::typed::PathRes;

impl Infer<'_> {
    pub(super) fn path(&mut self, expr: &Expr, path: &Path) -> Ty {
        let (ty, found) = self.resolve(path);
        self.tables.paths.insert(expr.id, found);
        ty
    }

    pub(super) fn pat_path(&mut self, pat: &Pat, path: &Path) -> Ty {
        let (ty, found) = self.resolve(path);
        self.tables.paths.insert(pat.id, found);
        ty
    }

    fn resolve(&mut self, path: &Path) -> (Ty, PathRes) {
        if let Some(found) = self.generic_const(path) {
            return found;
        }
        let written = names::imported(path, self.env);
        let segments = names::segments(&written);
        if let Some(order) = names::memory_order(&segments) {
            return (Ty::Ordering, PathRes::Ordering(order));
        }
        if let Some(operator) = names::of_prelude(&segments).and_then(Operator::from_name) {
            return (Ty::Operator(operator), PathRes::Operator(operator));
        }
        if let Some((on, name)) = names::mathematical(&segments) {
            return self.number_const(path, on, name, true);
        }
        if let Some((name, prefix)) = segments.split_last()
            && let Some(on) = self.number_type(prefix)
        {
            return self.number_const(path, on, name, false);
        }
        self.item(path)
    }

    /// A const generic.
    fn generic_const(&self, path: &Path) -> Option<(Ty, PathRes)> {
        let name = path.as_ident()?;
        let generic = self.generics.iter().find(|generic| *name == generic.name)?;
        match &generic.kind {
            SigGenericKind::Const { ty } => {
                Some((ty.clone(), PathRes::ConstParam(generic.name.clone())))
            }
            _ => None,
        }
    }

    /// The number type that a path names, a generic one included.
    pub(super) fn number_type(&self, segments: &[String]) -> Option<Ty> {
        if let [name] = segments
            && let Some(generic) = self.generics.iter().find(|generic| generic.name == *name)
            && let SigGenericKind::Value { .. } = generic.kind
        {
            return Some(Ty::Param(name.clone()));
        }
        names::scalar(segments)
    }

    fn number_const(&mut self, path: &Path, on: Ty, name: &str, in_consts: bool) -> (Ty, PathRes) {
        let row = NumberConst::find(name, in_consts);
        let has = |row: &&NumberConst| match (&on, row.generic) {
            (Ty::Param(_), Some(ConstBound::Number)) => {
                implements(&on, ValueBound::Number, self.generics)
            }
            (Ty::Param(_), Some(ConstBound::Integer)) => {
                implements(&on, ValueBound::Integer, self.generics)
            }
            (Ty::Param(_), None) => false,
            _ => row.value(&on).is_some(),
        };
        let Some(row) = row.filter(has) else {
            let span = path.last().ident.span();
            let diagnostic = Diagnostic::new(span, format!("`{on}` has no constant `{name}`"));
            let diagnostic = match (&on, row) {
                (Ty::Param(param), Some(row)) if row.generic.is_some() => {
                    let bound = match row.generic {
                        Some(ConstBound::Integer) => "Integer",
                        _ => "Number",
                    };
                    diagnostic.help(format!("write `{param}: {bound}`"))
                }
                _ => diagnostic,
            };
            return (self.refuse(diagnostic), PathRes::Opaque);
        };
        let res = PathRes::Number {
            ty: on.clone(),
            name: row.name.to_string(),
        };
        (row.ty(&on), res)
    }

    /// What stands outside the item.
    fn item(&mut self, path: &Path) -> (Ty, PathRes) {
        if let Some(diagnostic) = not_in_language(path) {
            return (self.refuse(diagnostic), PathRes::Opaque);
        }
        let constant = self.env.constant(path);
        if let Lookup::Found(def) = constant {
            return (def.ty.clone(), PathRes::Const(def));
        }
        if let Some(found) = self.variant(path) {
            return found;
        }
        let ty = self.env.ty(path);
        if let Lookup::Found(TypeDef::Adt(def)) = &ty
            && let AdtKind::Struct { fields, .. } = &def.kind
            && fields.is_empty()
        {
            let adt = Adt {
                def: def.clone(),
                args: Vec::new(),
            };
            return (Ty::Adt(adt), PathRes::UnitStruct(def.clone()));
        }
        let message = match (constant, ty) {
            (Lookup::Unknown, _) | (_, Lookup::Unknown) => return (Ty::Opaque, PathRes::Opaque),
            (Lookup::Unfit(why), _) | (_, Lookup::Unfit(why)) => why,
            (_, Lookup::Found(_)) => format!("`{}` is a type, not a value", path.to_text()),
            _ => format!("there is no `{}` here", path.to_text()),
        };
        (
            self.refuse(Diagnostic::new(path.span, message)),
            PathRes::Opaque,
        )
    }

    /// `Color::Red`.
    fn variant(&mut self, path: &Path) -> Option<(Ty, PathRes)> {
        let (last, prefix) = path.segments.split_last()?;
        if prefix.is_empty() {
            return None;
        }
        let of = Path {
            segments: prefix.to_vec(),
            ..path.clone()
        };
        let def = match self.env.ty(&of) {
            Lookup::Found(TypeDef::Adt(def)) => def,
            Lookup::Found(TypeDef::Alias(Ty::Adt(adt))) => adt.def,
            _ => return None,
        };
        let ty = Ty::Adt(Adt {
            def: def.clone(),
            args: Vec::new(),
        });
        let AdtKind::Enum { variants, .. } = &def.kind else {
            let message = format!("`{}` has no constants that a kernel can use", def.name);
            let diagnostic = Diagnostic::new(last.ident.span(), message)
                .help("write the constant as an item of its own: `const X: f32 = …;`");
            return Some((self.refuse(diagnostic), PathRes::Opaque));
        };
        let discriminant = match variants.iter().find(|(name, _)| last.ident == name) {
            Some((_, discriminant)) => *discriminant,
            None => {
                let message = format!("`{}` has no variant `{}`", def.name, last.ident);
                self.report(Diagnostic::new(last.ident.span(), message));
                return Some((ty, PathRes::Opaque));
            }
        };
        let res = PathRes::Variant {
            adt: def,
            discriminant,
        };
        Some((ty, res))
    }
}

/// Names that every Rust program has and the language has not.
pub(super) fn not_in_language(path: &Path) -> Option<Diagnostic> {
    let name = path.last().ident.to_string();
    let (what, help) = match (path.segments.len(), name.as_str()) {
        (1, "None" | "Some") => (
            "`Option` is not in the language",
            "use a value that stands for none, or a `bool` beside the value",
        ),
        (1, "Ok" | "Err") => (
            "`Result` is not in the language",
            "`assert!` or `panic!` where it cannot go on: the launch gives the error",
        ),
        (2.., "swap" | "replace" | "take")
            if path.segments[path.segments.len() - 2].ident == "mem" =>
        {
            (
                "`core::mem` is not in the language",
                "assign both at once: `(a, b) = (b, a)`",
            )
        }
        (2.., "min" | "max") if path.segments[path.segments.len() - 2].ident == "cmp" => (
            "`core::cmp` is not in the language",
            "write the method: `a.min(b)`",
        ),
        _ => return None,
    };
    Some(Diagnostic::new(path.span, what).help(help))
}
