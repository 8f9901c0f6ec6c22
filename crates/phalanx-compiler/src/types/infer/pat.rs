//! Patterns.

use syn::Member;

use super::place::member_name;
use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, Pat, PatKind, Path};
use crate::types::env::{Lookup, TypeDef};
use crate::types::require::Need;
use crate::types::subst::Substitution;
use crate::types::ty::{Adt, AdtKind, Ty};

impl<'a> Infer<'a> {
    /// A pattern against the type of what it takes apart.
    pub(super) fn pat(&mut self, pat: &'a Pat, ty: &Ty) {
        self.set(pat.id, ty);
        match &pat.kind {
            PatKind::Wild => {}
            PatKind::Bind(local, inner) => {
                let bound = self.local_ty(*local);
                if self.unify.unify(&bound, ty).is_err() {
                    // The local of an earlier alternative.
                    self.pat_mismatch(pat, &bound, ty);
                }
                if let Some(inner) = inner {
                    self.pat(inner, ty);
                }
            }
            PatKind::Tuple(parts) => self.pat_tuple(pat, parts, ty),
            PatKind::Struct { path, fields, rest } => self.pat_struct(pat, path, fields, *rest, ty),
            PatKind::Literal(literal) => self.pat_value(pat, literal, ty),
            PatKind::Range { lo, hi, .. } => {
                for end in [lo, hi].into_iter().flatten() {
                    self.pat_value(pat, end, ty);
                }
                self.require(
                    pat.span,
                    Need::Binary {
                        op: crate::syntax::ast::BinaryOp::Lt,
                        ty: ty.clone(),
                    },
                );
            }
            PatKind::Or(cases) => {
                for case in cases {
                    self.pat(case, ty);
                }
            }
            PatKind::Path(path) => {
                let found = self.pat_path(pat, path);
                if self.unify.unify(&found, ty).is_err() {
                    self.pat_mismatch(pat, ty, &found);
                }
            }
        }
    }

    fn pat_mismatch(&mut self, pat: &Pat, expected: &Ty, found: &Ty) {
        let diagnostic = Diagnostic::new(
            pat.span,
            format!(
                "expected {}, found {}",
                self.unify.describe(expected),
                self.unify.describe(found)
            ),
        );
        let behind = match self.unify.shallow(expected) {
            Ty::Ref(..) => Some("match on what is behind the reference: `*x`"),
            _ => None,
        };
        self.report(match behind {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    fn pat_value(&mut self, pat: &Pat, value: &'a Expr, ty: &Ty) {
        let diverges = self.diverges;
        let found = self.value(value, &Expect::Has(ty.clone()));
        self.diverges = diverges;
        if self.unify.unify(&found, ty).is_err() {
            self.pat_mismatch(pat, ty, &found);
        }
    }

    fn pat_tuple(&mut self, pat: &'a Pat, parts: &'a [Pat], ty: &Ty) {
        if parts.is_empty() {
            if self.unify.unify(&Ty::Unit, ty).is_err() {
                self.pat_mismatch(pat, ty, &Ty::Unit);
            }
            return;
        }
        let types = match self.unify.known(ty) {
            Ty::Tuple(types) if types.len() == parts.len() => types,
            Ty::Opaque => vec![Ty::Opaque; parts.len()],
            _ => {
                let types: Vec<Ty> = parts.iter().map(|_| self.unify.general()).collect();
                let found = Ty::Tuple(types.clone());
                if self.unify.unify(&found, ty).is_err() {
                    self.pat_mismatch(pat, ty, &found);
                    for part in parts {
                        self.pat(part, &Ty::Opaque);
                    }
                    return;
                }
                types
            }
        };
        for (part, ty) in parts.iter().zip(&types) {
            self.pat(part, ty);
        }
    }

    fn pat_struct(
        &mut self,
        pat: &'a Pat,
        path: &'a Path,
        fields: &'a [(Member, Pat)],
        rest: bool,
        ty: &Ty,
    ) {
        let def = match self.env.ty(path) {
            Lookup::Found(TypeDef::Adt(def)) => Some(def),
            Lookup::Found(TypeDef::Alias(Ty::Adt(adt))) => Some(adt.def),
            Lookup::Unknown => None,
            other => {
                let message = match other {
                    Lookup::Unfit(why) => why,
                    Lookup::Found(_) => format!("`{}` is not a struct", path.to_text()),
                    _ => format!("there is no struct `{}` here", path.to_text()),
                };
                self.report(Diagnostic::new(path.span, message));
                None
            }
        };
        let Some(def) = def else {
            for (_, field) in fields {
                self.pat(field, &Ty::Opaque);
            }
            return;
        };
        let args = self.lower().adt_args(&def, path);
        let found = Ty::Adt(Adt {
            def: def.clone(),
            args: args.clone(),
        });
        self.tables.written.insert(pat.id, found.clone());
        if self.unify.unify(&found, ty).is_err() {
            self.pat_mismatch(pat, ty, &found);
        }
        let AdtKind::Struct { fields: known, .. } = &def.kind else {
            self.report(Diagnostic::new(
                path.span,
                format!("`{}` is an enum, not a struct", def.name),
            ));
            return;
        };
        let subst = Substitution::of_adt(&def, &args);
        for (member, field) in fields {
            let name = member_name(member);
            match known.iter().find(|(known, _)| *known == name) {
                Some((_, ty)) => self.pat(field, &subst.ty(ty)),
                None => {
                    let span = match member {
                        Member::Named(name) => name.span(),
                        Member::Unnamed(_) => pat.span,
                    };
                    let message = format!("`{}` has no field `{name}`", def.name);
                    self.report(Diagnostic::new(span, message));
                    self.pat(field, &Ty::Opaque);
                }
            }
        }
        let given = |field: &str| {
            fields
                .iter()
                .any(|(member, _)| member_name(member) == field)
        };
        if !rest && let Some((missing, _)) = known.iter().find(|(field, _)| !given(field)) {
            let message = format!("the pattern leaves out `{missing}`");
            self.report(Diagnostic::new(path.span, message).help("name it, or write `..`"));
        }
    }
}
