//! Tuples, arrays and structs.

use syn::Member;

use super::place::{member_name, member_span};
use super::{Expect, Infer, Join};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, Path};
use crate::types::env::{Lookup, TypeDef};
use crate::types::subst::Substitution;
use crate::types::ty::{Adt, AdtDef, AdtKind, Const, Ty};

impl<'a> Infer<'a> {
    pub(super) fn tuple(&mut self, parts: &'a [Expr], expect: &Expect) -> Ty {
        let taken_apart = std::mem::take(&mut self.taken_apart);
        if parts.is_empty() {
            return Ty::Unit;
        }
        let expected = match expect.only(&self.unify) {
            Some(Ty::Tuple(expected)) if expected.len() == parts.len() => Some(expected),
            _ => None,
        };
        let mut types = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let ty = match &expected {
                Some(expected) => {
                    self.check(part, &expected[index]);
                    match self.unify.shallow(&expected[index]) {
                        Ty::Opaque => self.tables.ty(part.id).clone(),
                        expected => expected,
                    }
                }
                None => self.value(part, &Expect::Nothing),
            };
            if !(taken_apart && self.unify.shallow(&ty).is_memory()) {
                self.stored(part, &ty, "a tuple");
            }
            types.push(ty);
        }
        Ty::Tuple(types)
    }

    pub(super) fn array(&mut self, elems: &'a [Expr], expect: &Expect) -> Ty {
        let expected = self.expected_elem(expect);
        let hint = match &expected {
            Some(elem) => Expect::Has(elem.clone()),
            None => Expect::Nothing,
        };
        let mut join = Join::new(expected.clone());
        for elem in elems {
            let ty = self.value(elem, &hint);
            self.stored(elem, &ty, "an array");
            self.join(&mut join, elem, &ty);
        }
        let elem = match (elems.is_empty(), expected) {
            (true, Some(elem)) => elem,
            (true, None) => self.unify.general(),
            (false, _) => self.joined(join),
        };
        Ty::Array(Box::new(elem), Const::Value(elems.len() as i128))
    }

    pub(super) fn repeat(&mut self, value: &'a Expr, len: &'a Expr, expect: &Expect) -> Ty {
        let elem = match self.expected_elem(expect) {
            Some(elem) => {
                self.check(value, &elem);
                elem
            }
            None => self.value(value, &Expect::Nothing),
        };
        self.stored(value, &elem, "an array");
        let errors = self.errors.0.len();
        self.constant_usize(len);
        let length = match self.scope().eval(len) {
            Ok(length) => length,
            Err(diagnostic) => {
                // What is wrong with a name the types have said already.
                if self.errors.0.len() == errors {
                    self.report(diagnostic);
                }
                Const::Opaque
            }
        };
        Ty::Array(Box::new(elem), length)
    }

    /// The types within a constant, which the compiler evaluates: it is no part of the flow of the
    /// body.
    pub(super) fn constant_of(&mut self, expr: &'a Expr, ty: &Ty) {
        let diverges = self.diverges;
        self.check(expr, ty);
        self.diverges = diverges;
    }

    pub(super) fn constant_usize(&mut self, expr: &'a Expr) {
        self.constant_of(expr, &Ty::USIZE);
    }

    fn expected_elem(&self, expect: &Expect) -> Option<Ty> {
        match expect.only(&self.unify)? {
            Ty::Array(elem, _) => Some(*elem),
            _ => None,
        }
    }

    /// Groups and references are not stored in other values.
    fn stored(&mut self, expr: &Expr, ty: &Ty, in_what: &str) {
        let ty = self.unify.shallow(ty);
        if let Some(group) = ty.as_group() {
            let message = format!("a group is not stored in {in_what}: `{group}`");
            self.report(
                Diagnostic::new(expr.span, message)
                    .help("bind it by a `let` of its own, and pass it by reference"),
            );
        } else if ty.is_memory() {
            let message = format!(
                "a reference is not stored in {in_what}: `{}`",
                self.unify.resolve(&ty)
            );
            self.report(
                Diagnostic::new(expr.span, message)
                    .help("store an index, and index the slice where it is used"),
            );
        }
    }

    pub(super) fn struct_literal(
        &mut self,
        expr: &'a Expr,
        path: &'a Path,
        fields: &'a [(Member, Expr)],
        base: Option<&'a Expr>,
    ) -> Ty {
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
            for (_, value) in fields {
                let ty = self.value(value, &Expect::Has(Ty::Opaque));
                self.unify.taint(&ty);
                self.stored(value, &ty, "a struct");
            }
            if let Some(base) = base {
                self.value(base, &Expect::Nothing);
            }
            return Ty::Opaque;
        };
        let args = self.lower().adt_args(&def, path);
        let ty = Ty::Adt(Adt {
            def: def.clone(),
            args: args.clone(),
        });
        self.tables.written.insert(expr.id, ty.clone());
        let AdtKind::Struct { fields: known, .. } = &def.kind else {
            return self.refuse(
                Diagnostic::new(
                    path.span,
                    format!("`{}` is an enum, not a struct", def.name),
                )
                .help(format!("name one of its variants: `{}::…`", def.name)),
            );
        };
        let subst = Substitution::of_adt(&def, &args);
        let mut given: Vec<String> = Vec::new();
        for (member, value) in fields {
            let name = member_name(member);
            match known.iter().find(|(field, _)| *field == name) {
                Some((_, ty)) => {
                    let ty = subst.ty(ty);
                    self.check(value, &ty);
                    self.stored(value, &ty, "a struct");
                }
                None => {
                    let ty = self.value(value, &Expect::Nothing);
                    self.unify.taint(&ty);
                    self.no_field(&def, &name, member, expr);
                }
            }
            if given.contains(&name) {
                self.report(Diagnostic::new(
                    member_span(member, expr),
                    format!("`{name}` is given twice"),
                ));
            }
            given.push(name);
        }
        match base {
            Some(base) => self.check(base, &ty),
            None => {
                let missing: Vec<String> = known
                    .iter()
                    .filter(|(field, _)| !given.contains(field))
                    .map(|(field, _)| format!("`{field}`"))
                    .collect();
                if !missing.is_empty() {
                    let message = format!("`{}` also has {}", def.name, missing.join(", "));
                    self.report(Diagnostic::new(path.span, message));
                }
            }
        }
        ty
    }

    pub(super) fn no_field(&mut self, def: &AdtDef, name: &str, member: &Member, expr: &Expr) {
        self.report(Diagnostic::new(
            member_span(member, expr),
            format!("`{}` has no field `{name}`", def.name),
        ));
    }
}
