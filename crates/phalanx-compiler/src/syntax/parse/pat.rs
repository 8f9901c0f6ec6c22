//! Patterns.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

use super::Parser;
use super::scope::key;
use crate::syntax::ast::{Expr, ExprKind, LocalId, LocalOrigin, Pat, PatKind, Path, Segment};
use crate::syntax::text;

/// What the names of one pattern mean so far.
struct Names {
    origin: LocalOrigin,
    /// Bound in the alternative being parsed.
    bound: Vec<(String, LocalId)>,
    /// Bound by the first of the alternatives `a | b` around: the others bind the same locals.
    shared: Vec<(String, LocalId)>,
}

impl Parser {
    /// Parses a pattern and brings its names into scope.
    pub(super) fn pat(&mut self, pat: &syn::Pat, origin: LocalOrigin) -> Pat {
        let mut names = Names {
            origin,
            bound: Vec::new(),
            shared: Vec::new(),
        };
        let pat = self.pat_in(pat, &mut names);
        for (_, local) in names.bound {
            self.bring_into_scope(local);
        }
        pat
    }

    fn pat_in(&mut self, pat: &syn::Pat, names: &mut Names) -> Pat {
        let span = pat.span();
        let id = self.id();
        let kind = match pat {
            syn::Pat::Paren(pat) => {
                self.inner_attrs(&pat.attrs);
                return self.pat_in(&pat.pat, names);
            }
            syn::Pat::Wild(pat) => {
                self.inner_attrs(&pat.attrs);
                PatKind::Wild
            }
            syn::Pat::Ident(pat) => self.pat_ident(pat, names),
            syn::Pat::Tuple(pat) => {
                self.inner_attrs(&pat.attrs);
                let mut parts = Vec::new();
                for part in &pat.elems {
                    match part {
                        syn::Pat::Rest(rest) => {
                            self.refuse(rest.dot2_token.span(), text::REST_IN_TUPLE);
                        }
                        part => parts.push(self.pat_in(part, names)),
                    }
                }
                PatKind::Tuple(parts)
            }
            syn::Pat::Struct(pat) => {
                self.inner_attrs(&pat.attrs);
                let path = self.path(pat.qself.as_ref(), &pat.path);
                let mut fields = Vec::new();
                for field in &pat.fields {
                    self.inner_attrs(&field.attrs);
                    fields.push((field.member.clone(), self.field_pat(field, names)));
                }
                PatKind::Struct {
                    path,
                    fields,
                    rest: pat.rest.is_some(),
                }
            }
            syn::Pat::TupleStruct(pat) => self.pat_tuple_struct(pat, names),
            syn::Pat::Lit(pat) => {
                self.inner_attrs(&pat.attrs);
                self.refutable(span, names);
                let kind = self.literal(&pat.lit);
                PatKind::Literal(Box::new(self.make(span, kind)))
            }
            syn::Pat::Range(pat) => {
                self.inner_attrs(&pat.attrs);
                self.refutable(span, names);
                PatKind::Range {
                    lo: self.range_end(&pat.start),
                    hi: self.range_end(&pat.end),
                    inclusive: matches!(pat.limits, syn::RangeLimits::Closed(_)),
                }
            }
            syn::Pat::Path(pat) => {
                self.inner_attrs(&pat.attrs);
                PatKind::Path(self.path(pat.qself.as_ref(), &pat.path))
            }
            syn::Pat::Or(pat) => {
                self.inner_attrs(&pat.attrs);
                self.pat_or(pat, names)
            }
            syn::Pat::Reference(pat) => {
                self.refuse(pat.and_token.span, text::REFERENCE_PATTERN);
                PatKind::Wild
            }
            syn::Pat::Slice(pat) => {
                self.refuse(pat.bracket_token.span.open(), text::SLICE_PATTERN);
                PatKind::Wild
            }
            syn::Pat::Rest(pat) => {
                self.refuse(pat.dot2_token.span(), text::REST_IN_TUPLE);
                PatKind::Wild
            }
            syn::Pat::Const(pat) => {
                self.refuse(pat.const_token.span, text::CONST_BLOCK);
                PatKind::Wild
            }
            syn::Pat::Macro(pat) => {
                self.refuse(pat.mac.path.span(), text::MACRO_PATTERN);
                PatKind::Wild
            }
            syn::Pat::Type(pat) => {
                self.refuse(pat.colon_token.span, text::UNKNOWN_PATTERN);
                PatKind::Wild
            }
            _ => {
                self.refuse(span, text::UNKNOWN_PATTERN);
                PatKind::Wild
            }
        };
        Pat { span, kind, id }
    }

    /// A name binds, unless it is a constant's. Which names are constants of other items a parser cannot
    /// know; it goes by Rust's naming: in a `match`, a name that begins with a capital is a constant or a
    /// variant. The types stage looks it up.
    fn pat_ident(&mut self, pat: &syn::PatIdent, names: &mut Names) -> PatKind {
        self.inner_attrs(&pat.attrs);
        if let Some(by_ref) = &pat.by_ref {
            self.refuse(by_ref.span, text::REF_PATTERN);
        }
        let plain = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
        if plain && let Some(local) = self.lookup_const(&pat.ident) {
            self.refutable(pat.ident.span(), names);
            let value = self.make(pat.ident.span(), ExprKind::Local(local));
            return PatKind::Literal(Box::new(value));
        }
        if plain && names.origin == LocalOrigin::Match && is_capital(&pat.ident) {
            return PatKind::Path(Path {
                span: pat.ident.span(),
                leading_colon: false,
                segments: vec![Segment {
                    ident: pat.ident.clone(),
                    args: Vec::new(),
                }],
            });
        }
        let local = self.bind(&pat.ident, pat.mutability.is_some(), names);
        let inner = pat
            .subpat
            .as_ref()
            .map(|(_, inner)| Box::new(self.pat_in(inner, names)));
        PatKind::Bind(local, inner)
    }

    /// `Point { x, y: pat }`: `x` alone always binds.
    fn field_pat(&mut self, field: &syn::FieldPat, names: &mut Names) -> Pat {
        if field.colon_token.is_none()
            && let syn::Pat::Ident(pat) = &*field.pat
        {
            if let Some(by_ref) = &pat.by_ref {
                self.refuse(by_ref.span, text::REF_PATTERN);
            }
            return Pat {
                span: pat.ident.span(),
                kind: PatKind::Bind(self.bind(&pat.ident, pat.mutability.is_some(), names), None),
                id: self.id(),
            };
        }
        self.pat_in(&field.pat, names)
    }

    fn pat_tuple_struct(&mut self, pat: &syn::PatTupleStruct, names: &mut Names) -> PatKind {
        self.inner_attrs(&pat.attrs);
        let path = self.path(pat.qself.as_ref(), &pat.path);
        let mut fields = Vec::new();
        let mut rest = false;
        for (index, part) in pat.elems.iter().enumerate() {
            match part {
                syn::Pat::Rest(part) => {
                    rest = true;
                    if index + 1 != pat.elems.len() {
                        self.refuse(part.dot2_token.span(), text::REST_NOT_LAST);
                    }
                }
                part => {
                    let member = syn::Member::Unnamed(syn::Index {
                        index: index as u32,
                        span: part.span(),
                    });
                    fields.push((member, self.pat_in(part, names)));
                }
            }
        }
        PatKind::Struct { path, fields, rest }
    }

    fn pat_or(&mut self, pat: &syn::PatOr, names: &mut Names) -> PatKind {
        let before = names.bound.len();
        let mut cases = pat.cases.iter();
        let mut parsed = Vec::new();
        if let Some(first) = cases.next() {
            parsed.push(self.pat_in(first, names));
        }
        let first = names.bound[before..].to_vec();
        for case in cases {
            let mut other = Names {
                origin: names.origin,
                bound: names.bound[..before].to_vec(),
                shared: [&names.shared[..], &first].concat(),
            };
            parsed.push(self.pat_in(case, &mut other));
            let bound = &other.bound[before..];
            let missing = |of: &[(String, LocalId)], from: &[(String, LocalId)]| {
                let mut names = of.iter();
                names
                    .find(|(name, _)| !from.iter().any(|(other, _)| other == name))
                    .map(|(name, _)| name.clone())
            };
            if let Some(name) = missing(&first, bound).or_else(|| missing(bound, &first)) {
                self.refuse(case.span(), text::not_in_all_alternatives(&name));
            }
        }
        PatKind::Or(parsed)
    }

    fn bind(&mut self, name: &Ident, mutable: bool, names: &mut Names) -> LocalId {
        let written = key(name);
        if names.bound.iter().any(|(bound, _)| *bound == written) {
            self.refuse(name.span(), text::bound_twice(&written));
        }
        let known = names.shared.iter().find(|(bound, _)| *bound == written);
        let local = match known {
            Some((_, local)) => *local,
            None => self.new_local(name.clone(), mutable, names.origin),
        };
        names.bound.push((written, local));
        local
    }

    /// Only a `match` may go on when a pattern does not fit.
    fn refutable(&mut self, span: Span, names: &Names) {
        if names.origin != LocalOrigin::Match {
            self.refuse(span, text::REFUTABLE);
        }
    }

    fn range_end(&mut self, end: &Option<Box<syn::Expr>>) -> Option<Box<Expr>> {
        let end = end.as_deref()?;
        Some(Box::new(self.constant_context(|parser| parser.expr(end))))
    }
}

fn is_capital(name: &Ident) -> bool {
    key(name).chars().next().is_some_and(char::is_uppercase)
}
