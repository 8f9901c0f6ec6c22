//! Names and types as the user wrote them, with references turned into handles.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::braced;
use crate::syntax::ast::{ExprKind, GenericArg, Literal, Path, TypeExpr, TypeKind};
use crate::types::ty::Ty;

/// `::phalanx::__rt::name`, at the span of what it stands for.
pub(super) fn rt(name: &str, span: Span) -> TokenStream {
    let name = proc_macro2::Ident::new(name, span);
    quote_spanned!(span=> ::phalanx::__rt::#name)
}

/// `'name`, with `name` at its span. A lifetime token made by syn has the span of its name.
pub(super) fn lifetime(name: &proc_macro2::Ident) -> TokenStream {
    let lifetime = syn::Lifetime {
        apostrophe: name.span(),
        ident: name.clone(),
    };
    quote!(#lifetime)
}

/// What stands for the generic parameters of an instance, by name.
pub(super) type Substitution = HashMap<String, TokenStream>;

impl Printer<'_> {
    /// A path where a value is expected: `f::<T>`.
    pub(super) fn value_path(&self, path: &Path) -> TokenStream {
        self.path(path, true)
    }

    fn path(&self, path: &Path, value: bool) -> TokenStream {
        if let (Some(substitution), Some(name)) = (self.substitution, path.as_ident())
            && let Some(value) = substitution.get(&name.to_string())
        {
            return value.clone();
        }
        let span = path.span;
        let mut tokens = TokenStream::new();
        for (index, segment) in path.segments.iter().enumerate() {
            if index > 0 || path.leading_colon {
                tokens.extend(quote_spanned!(span=> ::));
            }
            let ident = &segment.ident;
            tokens.extend(quote!(#ident));
            if !segment.args.is_empty() {
                let args = self.generic_args(&segment.args);
                let span = ident.span();
                if value {
                    tokens.extend(quote_spanned!(span=> ::));
                }
                tokens.extend(quote_spanned!(span=> <#args>));
            }
        }
        tokens
    }

    pub(super) fn generic_args(&self, args: &[GenericArg]) -> TokenStream {
        let args = args.iter().map(|arg| self.generic_arg(arg));
        quote!(#(#args),*)
    }

    pub(super) fn generic_arg(&self, arg: &GenericArg) -> TokenStream {
        match arg {
            GenericArg::Type(ty) => self.ty(ty, &Ty::Opaque),
            GenericArg::Const(value) => {
                let code = self.constant().value(value).tokens;
                match &value.kind {
                    ExprKind::Literal(Literal::Int { .. } | Literal::Bool(_)) => code,
                    ExprKind::Local(_) => code,
                    ExprKind::Path(path) if path.as_ident().is_some() => code,
                    _ => braced(code, value.span),
                }
            }
        }
    }

    /// A type. `known` tells a reference to a group, which stays a reference, from one to memory,
    /// which is a handle.
    pub(super) fn ty(&self, written: &TypeExpr, known: &Ty) -> TokenStream {
        let span = written.span;
        match &written.kind {
            TypeKind::Path(path) => self.path(path, false),
            TypeKind::Ref { mutable, inner } => self.reference(*mutable, inner, known, span),
            // Only behind a reference; the parser refuses it elsewhere.
            TypeKind::Slice(elem) => {
                let elem = self.ty(elem, &Ty::Opaque);
                quote_spanned!(span=> [#elem])
            }
            TypeKind::Array(elem, len) => {
                let elem = self.ty(elem, &Ty::Opaque);
                let len = self.constant().value(len).tokens;
                quote_spanned!(span=> [#elem; #len])
            }
            TypeKind::Tuple(parts) => {
                let known = match known {
                    Ty::Tuple(known) if known.len() == parts.len() => known.as_slice(),
                    _ => &[],
                };
                let parts = parts
                    .iter()
                    .enumerate()
                    .map(|(index, part)| self.ty(part, known.get(index).unwrap_or(&Ty::Opaque)));
                quote_spanned!(span=> (#(#parts,)*))
            }
            TypeKind::Never => quote_spanned!(span=> !),
            TypeKind::Infer => quote_spanned!(span=> _),
        }
    }

    fn reference(&self, mutable: bool, inner: &TypeExpr, known: &Ty, span: Span) -> TokenStream {
        if let Ty::Ref(referent, _) = known
            && matches!(**referent, Ty::Group(_))
        {
            let inner = self.ty(inner, referent);
            return quote_spanned!(span=> &#inner);
        }
        let (name, elem) = match &inner.kind {
            TypeKind::Slice(elem) if mutable => ("SliceMut", elem.as_ref()),
            TypeKind::Slice(elem) => ("Slice", elem.as_ref()),
            _ if mutable => ("RefMut", inner),
            _ => ("Ref", inner),
        };
        let handle = rt(name, span);
        let elem = self.ty(elem, &Ty::Opaque);
        match self.lifetime {
            Some(lifetime) => {
                let lifetime = syn::Lifetime::new(lifetime, Span::mixed_site());
                quote_spanned!(span=> #handle<#lifetime, #elem>)
            }
            None => quote_spanned!(span=> #handle<'_, #elem>),
        }
    }
}
