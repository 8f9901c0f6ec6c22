//! What stands for an item that was refused, so that its uses elsewhere cause no more errors: the item
//! with its own signature and no body.

use std::collections::HashMap;
use std::sync::Arc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::kernel::{Compiled, Image};
use super::{Printer, function, kernel};
use crate::syntax::ast::Function;
use crate::syntax::parse;
use crate::table::group_ops::Capability;
use crate::types;
use crate::types::env::OneItem;
use crate::types::typed::TypedFunction;

/// What stands for a refused kernel.
pub fn kernel_stub(attr: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(item) = syn::parse2::<syn::ItemFn>(item.clone()) else {
        return item;
    };
    let typed = without_body(&item, |item| parse::kernel(attr, item));
    match typed {
        Some(typed) => {
            let suffixes = HashMap::new();
            let printer = Printer::new(&typed, &suffixes);
            let compiled = Compiled {
                image: Image::NoBuildScript,
                artefact: None,
            };
            kernel::item(
                &typed,
                &printer,
                &compiled,
                no_body(),
                quote!(#[allow(unused)]),
            )
        }
        None => kernel_of_any_arguments(&item),
    }
}

/// What stands for a refused device function.
pub fn device_fn_stub(attr: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(item) = syn::parse2::<syn::ItemFn>(item.clone()) else {
        return item;
    };
    let typed = without_body(&item, |item| parse::device_fn(attr, item));
    match typed {
        Some(typed) => {
            let suffixes = HashMap::new();
            let printer = Printer::new(&typed, &suffixes);
            let (attrs, vis) = (&typed.function.attrs, &typed.function.vis);
            let (lints, body) = (function::lints(), no_body());
            let signature = printer.signature(&typed.function, &typed.function.name, &typed.sig);
            quote!(#lints #(#attrs)* #[allow(unused)] #vis #signature #body)
        }
        None => function_of_any_arguments(&item),
    }
}

fn no_body() -> TokenStream {
    quote!({ ::core::unreachable!() })
}

/// The item through the front end with an empty body: what was wrong may be in the body alone.
fn without_body(
    item: &syn::ItemFn,
    parse: impl FnOnce(TokenStream) -> Result<Function, crate::report::Errors>,
) -> Option<TypedFunction> {
    let mut item = item.clone();
    item.block.stmts.clear();
    // A device function must give what it promises.
    if !matches!(item.sig.output, syn::ReturnType::Default) {
        item.block.stmts.push(syn::parse_quote!(loop {}));
    }
    let function = parse(item.into_token_stream()).ok()?;
    let name = function.name.to_string();
    let sig = Arc::new(types::signature(&function, name, &OneItem).ok()?);
    types::check(function, sig, String::new(), &OneItem).ok()
}

/// A kernel whose signature was refused: `launch` takes whatever the user gives it.
fn kernel_of_any_arguments(item: &syn::ItemFn) -> TokenStream {
    let (vis, name) = (&item.vis, &item.sig.ident);
    let count = item
        .sig
        .inputs
        .iter()
        .filter(|input| !is_group(input))
        .count();
    let (generics, params) = any(count);
    let chosen = item.sig.generics.const_params().count();
    let (chosen_generics, chosen_params) = any(chosen);
    let choice = (chosen > 0).then(|| quote!(_: ::phalanx::VariantChoice<Self>,));
    quote! {
        #[allow(non_camel_case_types, missing_docs)]
        #[non_exhaustive]
        #vis struct #name {}

        #[allow(missing_docs, clippy::all, clippy::pedantic)]
        impl #name {
            #vis fn launch<#(#generics),*>(
                _: &::phalanx::Stream,
                #choice
                _: impl ::core::marker::Sized,
                #(#params),*
            ) -> ::core::result::Result<(), ::phalanx::Error> {
                ::core::unreachable!()
            }

            #vis fn variant<#(#chosen_generics),*>(
                #(#chosen_params),*
            ) -> ::core::result::Result<::phalanx::VariantChoice<Self>, ::phalanx::Error> {
                ::core::unreachable!()
            }

            #vis fn info() -> ::phalanx::KernelInfo {
                ::core::unreachable!()
            }
        }
    }
}

/// A device function whose signature was refused takes whatever its callers give it.
fn function_of_any_arguments(item: &syn::ItemFn) -> TokenStream {
    let (vis, name) = (&item.vis, &item.sig.ident);
    let (generics, _) = any(item.sig.inputs.len());
    let params = generics
        .iter()
        .zip(&item.sig.inputs)
        .map(|(generic, input)| {
            let ty = match input {
                syn::FnArg::Typed(input) => any_argument(&input.ty, &item.sig.generics, generic),
                syn::FnArg::Receiver(_) => quote!(#generic),
            };
            quote!(_: #ty)
        });
    let ret = match &item.sig.output {
        syn::ReturnType::Type(_, ty) if is_plain_path(ty, &item.sig.generics) => {
            Some(quote!(-> #ty))
        }
        // Fits everywhere, whatever was meant.
        syn::ReturnType::Type(..) => Some(quote!(-> !)),
        syn::ReturnType::Default => None,
    };
    quote! {
        #[allow(missing_docs, clippy::all, clippy::pedantic)]
        #vis fn #name<#(#generics),*>(#(#params),*) #ret {
            ::core::unreachable!()
        }
    }
}

/// A parameter that takes what callers pass for one of this form: handles are made for the callee, so
/// which it is must be known.
fn any_argument(ty: &syn::Type, generics: &syn::Generics, generic: &Ident) -> TokenStream {
    let syn::Type::Reference(reference) = ty else {
        return quote!(#generic);
    };
    let mutable = reference.mutability.is_some();
    let handle = match &*reference.elem {
        syn::Type::Slice(_) if mutable => "SliceMut",
        syn::Type::Slice(_) => "Slice",
        syn::Type::Path(path) if names_group(path) || is_generic_group(path, generics) => {
            return quote!(&#generic);
        }
        _ if mutable => "RefMut",
        _ => "Ref",
    };
    let handle = format_ident!("{}", handle);
    quote!(::phalanx::__rt::#handle<'_, #generic>)
}

/// Whether a type is a generic parameter that is bounded by what groups can do.
fn is_generic_group(path: &syn::TypePath, generics: &syn::Generics) -> bool {
    let param = generics
        .type_params()
        .find(|param| path.path.is_ident(&param.ident));
    param.is_some_and(|param| {
        param.bounds.iter().any(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last();
                last.is_some_and(|last| Capability::from_name(&last.ident.to_string()).is_some())
            }
            _ => false,
        })
    })
}

/// Whether a type is a path that no generic parameter occurs in.
fn is_plain_path(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let generic = |name: &Ident| generics.type_params().any(|param| param.ident == *name);
    path.path.get_ident().is_some_and(|name| !generic(name))
}

/// So many generic parameters, and a parameter of each.
fn any(count: usize) -> (Vec<Ident>, Vec<TokenStream>) {
    let generics: Vec<_> = (0..count)
        .map(|index| format_ident!("T{}", index, span = Span::mixed_site()))
        .collect();
    let params = generics.iter().map(|generic| quote!(_: #generic)).collect();
    (generics, params)
}

/// Whether a parameter looks like a group. Only how many arguments `launch` takes depends on it, in an
/// item that has been refused.
fn is_group(input: &syn::FnArg) -> bool {
    let syn::FnArg::Typed(input) = input else {
        return true;
    };
    match &*input.ty {
        syn::Type::Path(path) => names_group(path),
        syn::Type::Reference(reference) => {
            matches!(&*reference.elem, syn::Type::Path(path) if names_group(path))
        }
        _ => false,
    }
}

fn names_group(path: &syn::TypePath) -> bool {
    const GROUPS: [&str; 5] = [
        "ThreadBlock",
        "ThreadBlockTile",
        "CoalescedGroup",
        "Grid",
        "CooperativeGrid",
    ];
    let last = path.path.segments.last();
    last.is_some_and(|last| GROUPS.iter().any(|group| last.ident == group))
}
