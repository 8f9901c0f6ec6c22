//! Places: locals, what lies behind references, elements and fields. What may be read, written, and
//! referred to.

use syn::Member;

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, LocalId, LocalOrigin, UnaryOp};
use crate::types::require::writable;
use crate::types::subst::Substitution;
use crate::types::ty::{Access, AdtKind, Ty};
use crate::types::typed::{Callee, MemoryMethod, PathRes};

/// Where a place lies.
pub(super) enum Root<'a> {
    /// In a local: the thread's own.
    Local(LocalId),
    /// Behind the reference or slice that this expression gives.
    Memory(Access, &'a Expr),
    /// In a constant.
    Constant,
    /// Nowhere: the result of a call, …
    Temporary,
}

/// The type of a place and whether it is a whole slice (`x[a..b]`, `*x`): that has no size, so it is
/// good only behind `&`. The type recorded of it is that of the reference.
pub(super) struct Place {
    pub(super) ty: Ty,
    pub(super) slice: bool,
}

impl Place {
    fn sized(ty: Ty) -> Place {
        Place { ty, slice: false }
    }
}

impl<'a> Infer<'a> {
    /// The type of an expression as a place: not read, only pointed at. What is no place is a value.
    pub(super) fn place(&mut self, expr: &'a Expr) -> Place {
        let place = match &expr.kind {
            ExprKind::Local(local) => Place::sized(self.local_ty(*local)),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Field(base, member) => Place::sized(self.field(expr, base, member)),
            ExprKind::Unary(UnaryOp::Deref, of) => self.deref(expr, of),
            _ => return Place::sized(self.value(expr, &Expect::Nothing)),
        };
        self.set(expr.id, &place.ty);
        place
    }

    /// The type of the value read from a place.
    pub(super) fn read(&mut self, expr: &'a Expr) -> Ty {
        let place = self.place(expr);
        if place.slice {
            return self.refuse(
                Diagnostic::new(
                    expr.span,
                    "a slice has no size of its own, so it is used by reference",
                )
                .help("write `&` or `&mut` before it"),
            );
        }
        if let Ty::Atomic(inner) = self.unify.shallow(&place.ty) {
            let inner = self.unify.resolve(&inner);
            return self.refuse(
                Diagnostic::new(
                    expr.span,
                    format!("an `Atomic<{inner}>` is not read like a value"),
                )
                .help("read it with `.load(Relaxed)`"),
            );
        }
        place.ty
    }

    fn index(&mut self, base: &'a Expr, index: &'a Expr) -> Place {
        let base_place = self.place(base);
        let known = self.unify.known(&base_place.ty);
        let behind = match &known {
            Ty::Ref(to, access) => (self.unify.known(to), Some(*access)),
            other => (other.clone(), None),
        };
        let (elem, access) = match behind {
            (Ty::Slice(elem, access), None) => (*elem, access),
            (Ty::Array(elem, _), Some(access)) => (*elem, access),
            (Ty::Array(elem, _), None) => (*elem, self.access(base)),
            (Ty::Opaque, _) => (Ty::Opaque, Access::Write),
            (Ty::Var(_), _) => (self.unknown_here(base, &base_place.ty), Access::Write),
            (Ty::Tuple(_), _) => (
                self.refuse(
                    Diagnostic::new(base.span, format!("`{known}` is not indexed"))
                        .help("the parts of a tuple are its fields: `t.0`"),
                ),
                Access::Write,
            ),
            _ => {
                let message = format!("{} is not indexed", self.unify.describe(&known));
                (
                    self.refuse(Diagnostic::new(base.span, message)),
                    Access::Write,
                )
            }
        };
        if let ExprKind::Range { lo, hi, .. } = &index.kind {
            for end in [lo, hi].into_iter().flatten() {
                self.index_value(end);
            }
            self.set(index.id, &Ty::Iter(Box::new(Ty::USIZE)));
            let ty = match elem {
                Ty::Opaque => Ty::Opaque,
                elem => Ty::slice(elem, access),
            };
            return Place { ty, slice: true };
        }
        self.index_value(index);
        Place::sized(elem)
    }

    fn index_value(&mut self, index: &'a Expr) {
        let found = self.value(index, &Expect::Nothing);
        if self.unify.unify(&found, &Ty::USIZE).is_err() && found != Ty::Never {
            let text = match &index.kind {
                ExprKind::Local(local) => self.body.local(*local).name.to_string(),
                _ => "i".to_string(),
            };
            let diagnostic = Diagnostic::new(
                index.span,
                format!(
                    "an index is a `usize`, found {}",
                    self.unify.describe(&found)
                ),
            );
            self.report(match self.unify.shallow(&found) {
                Ty::Int(_) => diagnostic.help(format!("convert it: `{text} as usize`")),
                _ => diagnostic,
            });
        }
    }

    fn field(&mut self, expr: &'a Expr, base: &'a Expr, member: &'a Member) -> Ty {
        let place = self.place(base);
        let mut known = self.unify.known(&place.ty);
        if let Ty::Ref(to, _) = &known {
            known = self.unify.known(to);
        }
        if let Ty::Var(_) = known {
            return self.unknown_here(base, &place.ty);
        }
        match self.field_of(&known, member) {
            Some(ty) => ty,
            None => {
                let name = member_name(member);
                let diagnostic = Diagnostic::new(
                    member_span(member, expr),
                    format!("{} has no field `{name}`", self.unify.describe(&known)),
                );
                let help = match &known {
                    Ty::Slice(..) | Ty::Array(..) if name == "len" => {
                        Some("write `.len()`".to_string())
                    }
                    Ty::Group(_) => Some(format!("ask by a method: `.{name}()`")),
                    Ty::Dim3 => Some("its fields are `x`, `y` and `z`".to_string()),
                    _ => None,
                };
                self.refuse(match help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                })
            }
        }
    }

    /// The type of a field of a value of a known type.
    pub(super) fn field_of(&self, ty: &Ty, member: &Member) -> Option<Ty> {
        let name = member_name(member);
        match ty {
            Ty::Opaque => Some(Ty::Opaque),
            Ty::Dim3 if matches!(name.as_str(), "x" | "y" | "z") => Some(Ty::USIZE),
            Ty::Tuple(parts) => parts.get(name.parse::<usize>().ok()?).cloned(),
            Ty::Adt(adt) => match &adt.def.kind {
                AdtKind::Struct { fields, .. } => {
                    let (_, ty) = fields.iter().find(|(field, _)| *field == name)?;
                    Some(Substitution::of_adt(&adt.def, &adt.args).ty(ty))
                }
                AdtKind::Enum { .. } => None,
            },
            _ => None,
        }
    }

    fn deref(&mut self, expr: &'a Expr, of: &'a Expr) -> Place {
        let ty = self.value(of, &Expect::Nothing);
        match self.unify.known(&ty) {
            Ty::Ref(to, _) if matches!(self.unify.shallow(&to), Ty::Group(_)) => Place::sized(
                self.refuse(
                    Diagnostic::new(expr.span, "a group is used through its reference")
                        .help("leave out the `*`"),
                ),
            ),
            Ty::Ref(to, _) => Place::sized(*to),
            slice @ Ty::Slice(..) => Place {
                ty: slice,
                slice: true,
            },
            Ty::Opaque => Place::sized(Ty::Opaque),
            Ty::Var(_) => Place::sized(self.unknown_here(of, &ty)),
            other => {
                let message = format!(
                    "{} is not a reference: there is nothing behind it",
                    self.unify.describe(&other)
                );
                Place::sized(
                    self.refuse(Diagnostic::new(of.span, message).help("leave out the `*`")),
                )
            }
        }
    }

    /// Where a place lies, after its type was inferred.
    pub(super) fn root(&self, expr: &'a Expr) -> Root<'a> {
        let ty = |expr: &Expr| self.unify.known(self.tables.ty(expr.id));
        match &expr.kind {
            ExprKind::Local(local) if self.body.local(*local).origin == LocalOrigin::Const => {
                Root::Constant
            }
            ExprKind::Local(local) => Root::Local(*local),
            ExprKind::Path(_) => match self.tables.paths.get(&expr.id) {
                Some(PathRes::Const(_) | PathRes::Opaque) => Root::Constant,
                _ => Root::Temporary,
            },
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => match ty(base) {
                Ty::Slice(_, access) | Ty::Ref(_, access) => Root::Memory(access, base),
                _ => self.root(base),
            },
            ExprKind::Unary(UnaryOp::Deref, of) => match (ty(of), &of.kind) {
                // `*a.get_unchecked(i)` of a local array is a part of the local.
                (Ty::Ref(..), ExprKind::Method { receiver, .. })
                    if self.is_unchecked(of) && matches!(ty(receiver), Ty::Array(..)) =>
                {
                    self.root(receiver)
                }
                (Ty::Slice(_, access) | Ty::Ref(_, access), _) => Root::Memory(access, of),
                (Ty::Opaque, _) => Root::Memory(Access::Write, of),
                _ => Root::Temporary,
            },
            _ => Root::Temporary,
        }
    }

    fn is_unchecked(&self, expr: &Expr) -> bool {
        matches!(
            self.tables.callees.get(&expr.id),
            Some(Callee::Memory(
                MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut
            ))
        )
    }

    /// What may be done with a place that was inferred.
    pub(super) fn access(&self, expr: &'a Expr) -> Access {
        match self.root(expr) {
            Root::Memory(access, _) => access,
            Root::Local(_) | Root::Constant | Root::Temporary => Access::Write,
        }
    }

    /// Refuses to write a place behind a `&`. Whether a local may be written rustc says.
    pub(super) fn may_write(&mut self, expr: &'a Expr) -> bool {
        if let Root::Constant = self.root(expr) {
            self.report(
                Diagnostic::new(expr.span, "a constant is not written")
                    .help("copy it to a variable: `let mut x = …`"),
            );
            return false;
        }
        let Root::Memory(Access::Read, base) = self.root(expr) else {
            return true;
        };
        self.read_only(base);
        false
    }

    /// Reports that the memory behind an expression is not written.
    pub(super) fn read_only(&mut self, base: &Expr) {
        let ty = self.unify.resolve(self.tables.ty(base.id));
        let diagnostic = match &base.kind {
            ExprKind::Local(local) => {
                let name = &self.body.local(*local).name;
                let diagnostic = Diagnostic::new(
                    base.span,
                    format!("`{name}` is `{ty}`, read-only for the whole launch"),
                );
                match self.body.local(*local).origin {
                    LocalOrigin::Param(_) => diagnostic.help(format!("take `{}`", writable(&ty))),
                    _ => diagnostic.help(format!("make it a `{}`", writable(&ty))),
                }
            }
            _ => Diagnostic::new(
                base.span,
                format!("this is `{ty}`, read-only for the whole launch"),
            ),
        };
        self.report(diagnostic);
    }

    /// `&place` and `&mut place`. A reference to a local, `as_argument`, lives as long as the call.
    pub(super) fn reference(
        &mut self,
        expr: &'a Expr,
        mutable: bool,
        of: &'a Expr,
        as_argument: bool,
    ) -> Ty {
        let place = self.place(of);
        let access = if mutable { Access::Write } else { Access::Read };
        let known = self.unify.known(&place.ty);
        if mutable && let Ty::Atomic(inner) = &known {
            let inner = self.unify.resolve(inner);
            return self.refuse(
                Diagnostic::new(
                    expr.span,
                    format!(
                        "an `Atomic<{inner}>` is used by many threads, so none has it for itself"
                    ),
                )
                .help("write `&`"),
            );
        }
        if mutable && !matches!(known, Ty::Group(_)) {
            self.may_write(of);
        }
        if place.slice {
            return match known {
                Ty::Slice(elem, _) => {
                    self.local_stays(expr, of, as_argument);
                    Ty::Slice(elem, access)
                }
                _ => Ty::Opaque,
            };
        }
        match &known {
            Ty::Slice(..) | Ty::Ref(..) => {
                return self.refuse(
                    Diagnostic::new(
                        expr.span,
                        format!(
                            "this is a reference already: `{}`",
                            self.unify.resolve(&known)
                        ),
                    )
                    .help(format!(
                        "leave out the `{}`",
                        if mutable { "&mut" } else { "&" }
                    )),
                );
            }
            Ty::Group(group) if mutable => {
                return self.refuse(
                    Diagnostic::new(expr.span, format!("a group is never changed: `{group}`"))
                        .help("write `&`"),
                );
            }
            _ => {}
        }
        if !self.local_stays(expr, of, as_argument) {
            return Ty::Opaque;
        }
        Ty::reference(place.ty, access)
    }

    /// A reference to a local does not outlive the call it is made for: in the printed Rust body and in
    /// C++ it is made there.
    fn local_stays(&mut self, expr: &'a Expr, of: &'a Expr, as_argument: bool) -> bool {
        let diagnostic = match self.root(of) {
            Root::Memory(..) => return true,
            Root::Local(_) | Root::Constant if as_argument => return true,
            Root::Temporary if self.tables.ty(of.id) == &Ty::Opaque => return true,
            Root::Local(local) => {
                let name = &self.body.local(local).name;
                let sigil = match &expr.kind {
                    ExprKind::Ref { mutable: true, .. } => "&mut ",
                    _ => "&",
                };
                Diagnostic::new(
                    expr.span,
                    format!("a reference to a local, here `{name}`, is made only as the argument of a call"),
                )
                .help(format!("use `{name}` itself, and write `{sigil}{name}` where a function takes it"))
            }
            Root::Constant => Diagnostic::new(
                expr.span,
                "a reference to a constant is made only as the argument of a call",
            )
            .help("use the constant itself"),
            Root::Temporary => {
                Diagnostic::new(expr.span, "`&` stands before a place, and this is a value")
                    .help("bind the value by a `let`, and refer to that")
            }
        };
        self.report(diagnostic);
        false
    }

    /// An argument of a call, where a reference to a local may be made.
    pub(super) fn argument(&mut self, expr: &'a Expr, expected: &Ty) {
        let found = self.argument_value(expr, expected);
        self.coerce(expr, &found, expected);
    }

    pub(super) fn argument_value(&mut self, expr: &'a Expr, expected: &Ty) -> Ty {
        match &expr.kind {
            ExprKind::Ref { mutable, expr: of } => {
                let ty = self.reference(expr, *mutable, of, true);
                self.set(expr.id, &ty);
                ty
            }
            _ => self.value(expr, &Expect::Has(expected.clone())),
        }
    }
}

/// The field's name; of a tuple its number.
pub(super) fn member_name(member: &Member) -> String {
    use syn::ext::IdentExt;
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

pub(super) fn member_span(member: &Member, expr: &Expr) -> proc_macro2::Span {
    match member {
        Member::Named(name) => name.span(),
        Member::Unnamed(_) => expr.span,
    }
}
