//! Signatures, and device functions as a whole.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::code::braced;
use super::{Printer, suffixes};
use crate::converge::{Facts, Part};
use crate::docs;
use crate::syntax::ast::{Function, GenericKind, GenericParam, TypeExpr};
use crate::types::env::FunctionSig;
use crate::types::ty::Ty;
use crate::types::typed::TypedFunction;

/// The lifetime of all handles in a signature. One is enough, since a handle may live shorter than what
/// it was made from, and lets a kernel swap two of its slices.
const LIFETIME: &str = "'memory";

/// Code that no one wrote is not for clippy, nor for lints on how names and lifetimes are written. What
/// rustc says of the user's variables stays.
pub(super) fn lints() -> TokenStream {
    quote! {
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction,
            single_use_lifetimes,
            unreachable_pub,
            unused_braces,
            unused_parens,
            unused_qualifications
        )]
    }
}

pub(super) fn device_fn(
    typed: &TypedFunction,
    literals: &[Option<String>],
    facts: &Facts,
) -> TokenStream {
    let suffixes = suffixes(typed, literals);
    let printer = Printer::new(typed, &suffixes).with_facts(facts);
    let function = &typed.function;
    let (attrs, vis) = (&function.attrs, &function.vis);
    let lints = lints();
    let signature = printer.signature(function, &function.name, &typed.sig);
    let body = printer.function_body(function);
    let needs = format!("{}\n", docs::device_fn(typed));
    quote!(#lints #[doc = #needs] #(#attrs)* #vis #signature #body)
}

impl Printer<'_> {
    /// `fn name<generics>(params) -> ret`, with handles for references to memory.
    pub(super) fn signature(
        &self,
        function: &Function,
        name: &Ident,
        sig: &FunctionSig,
    ) -> TokenStream {
        let printer = Printer {
            lifetime: Some(LIFETIME),
            ..*self
        };
        let unsafety = function.is_unsafe.then(|| {
            let span = name.span();
            quote_spanned!(span=> unsafe)
        });
        let memory = sig.params.iter().any(|param| param.ty.is_memory()) || sig.ret.is_memory();
        let lifetime = memory.then(|| {
            let lifetime = syn::Lifetime::new(LIFETIME, Span::mixed_site());
            quote!(#lifetime,)
        });
        let generics = function.generics.iter().map(|param| printer.generic(param));
        let generics =
            (memory || !function.generics.is_empty()).then(|| quote!(<#lifetime #(#generics),*>));
        let params = function
            .params
            .iter()
            .zip(&sig.params)
            .map(|(param, known)| {
                let (name, ty) = (
                    printer.binding(param.local),
                    printer.ty(&param.ty, &known.ty),
                );
                quote!(#name: #ty)
            });
        let ret = function.ret.as_ref().map(|ty| {
            let (span, ty) = (ty.span, printer.ty(ty, &sig.ret));
            quote_spanned!(span=> -> #ty)
        });
        // With the user's span the item is the user's to lints, such as the one for unused functions.
        let span = name.span();
        let keyword = quote_spanned!(span=> #unsafety fn);
        quote!(#keyword #name #generics (#(#params),*) #ret)
    }

    /// `T: Bound + Bound` or `const N: usize`.
    pub(super) fn generic(&self, param: &GenericParam) -> TokenStream {
        let (name, span) = (&param.name, param.name.span());
        match &param.kind {
            GenericKind::Type { bounds } if bounds.is_empty() => quote!(#name),
            GenericKind::Type { bounds } => {
                let bounds = bounds.iter().map(|bound| self.value_path(bound));
                quote_spanned!(span=> #name: #(#bounds)+*)
            }
            GenericKind::Const { ty } => {
                let ty = self.ty(ty, &Ty::Opaque);
                quote_spanned!(span=> const #name: #ty)
            }
        }
    }

    /// The body, with the methods of groups in scope whatever the user imported.
    pub(super) fn function_body(&self, function: &Function) -> TokenStream {
        let inside = self.block_inside(&function.body.block, Part::Function);
        let uses = quote! {
            #[allow(unused_imports)]
            use ::phalanx::{Collectives as _, Group as _};
        };
        braced(quote!(#uses #inside), function.body.block.span)
    }
}

/// Whether the type mentions the name of a generic parameter.
pub(super) fn mentions(ty: &TypeExpr, name: &Ident) -> bool {
    use crate::syntax::ast::TypeKind;
    match &ty.kind {
        TypeKind::Path(path) => path_mentions(path, name),
        TypeKind::Ref { inner, .. } | TypeKind::Slice(inner) => mentions(inner, name),
        TypeKind::Array(elem, len) => mentions(elem, name) || expr_mentions(len, name),
        TypeKind::Tuple(parts) => parts.iter().any(|part| mentions(part, name)),
        TypeKind::Never | TypeKind::Infer => false,
    }
}

fn path_mentions(path: &crate::syntax::ast::Path, name: &Ident) -> bool {
    use crate::syntax::ast::GenericArg;
    path.segments.iter().any(|segment| {
        segment.ident == *name
            || segment.args.iter().any(|arg| match arg {
                GenericArg::Type(ty) => mentions(ty, name),
                GenericArg::Const(value) => expr_mentions(value, name),
            })
    })
}

/// Array lengths and const arguments are arithmetic over names.
fn expr_mentions(expr: &crate::syntax::ast::Expr, name: &Ident) -> bool {
    use crate::syntax::ast::ExprKind;
    match &expr.kind {
        ExprKind::Path(path) => path_mentions(path, name),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand, _) => expr_mentions(operand, name),
        ExprKind::Binary(_, left, right) => expr_mentions(left, name) || expr_mentions(right, name),
        _ => false,
    }
}
