//! Attributes: the arguments of `#[group_kernel(…)]`, those on the item and those inside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::spanned::Spanned;
use syn::{Token, bracketed, parenthesized};

use super::scope::key;
use super::{Parser, grammar};
use crate::syntax::ast::{GenericParam, KernelAttr, VariantAxis};
use crate::syntax::source;
use crate::syntax::text;

/// One argument of `#[group_kernel(…)]` as written.
enum Argument {
    Fma(Ident),
    Variants(Ident, Vec<Axis>),
    Unknown(Ident),
}

/// `N = [4, 8]`.
struct Axis {
    name: Ident,
    /// Of the brackets.
    span: Span,
    values: Vec<syn::GenericArgument>,
}

impl Parser {
    pub(super) fn kernel_attr(
        &mut self,
        attr: TokenStream,
        generics: &[GenericParam],
    ) -> KernelAttr {
        let mut parsed = KernelAttr::default();
        let arguments = match arguments.parse2(attr) {
            Ok(arguments) => arguments,
            Err(error) => {
                let mut errors = crate::report::Errors::default();
                grammar(error, &mut errors);
                let help = text::ATTRIBUTE_GRAMMAR;
                self.errors
                    .0
                    .extend(errors.0.into_iter().map(|error| error.help(help)));
                return parsed;
            }
        };
        let mut axes: Option<Vec<Axis>> = None;
        for argument in arguments {
            match argument {
                Argument::Fma(name) if parsed.fma => {
                    self.refuse(name.span(), text::twice_in_attribute("fma"));
                }
                Argument::Fma(_) => parsed.fma = true,
                Argument::Variants(name, more) => {
                    if more.is_empty() {
                        self.refuse(name.span(), text::NO_AXES);
                    }
                    if axes.is_some() {
                        self.refuse(name.span(), text::twice_in_attribute("variants"));
                    }
                    axes.get_or_insert_default().extend(more);
                }
                Argument::Unknown(name) => {
                    self.refuse(name.span(), text::unknown_argument(&name.to_string()));
                }
            }
        }
        parsed.variants = self.axes(axes.unwrap_or_default(), generics);
        for param in generics {
            let declared = |axis: &VariantAxis| key(&axis.name) == key(&param.name);
            if !parsed.variants.iter().any(declared) {
                self.refuse(param.name.span(), text::no_variants(param));
            }
        }
        parsed
    }

    fn axes(&mut self, axes: Vec<Axis>, generics: &[GenericParam]) -> Vec<VariantAxis> {
        let mut parsed: Vec<VariantAxis> = Vec::new();
        for axis in axes {
            let name = key(&axis.name);
            if parsed.iter().any(|earlier| key(&earlier.name) == name) {
                self.refuse(axis.name.span(), text::axis_twice(&name));
                continue;
            }
            if !generics.iter().any(|param| key(&param.name) == name) {
                self.refuse(axis.name.span(), text::axis_of_nothing(&name, generics));
            }
            if axis.values.is_empty() {
                self.refuse(axis.span, text::axis_empty(&name));
            }
            let mut seen = Vec::new();
            let mut values = Vec::new();
            for value in &axis.values {
                let written = source::type_text(value.to_token_stream());
                if seen.contains(&written) {
                    self.refuse(value.span(), text::value_twice(&name, &written));
                    continue;
                }
                seen.push(written);
                values.extend(self.generic_arg(value));
            }
            parsed.push(VariantAxis {
                name: axis.name,
                values,
            });
        }
        parsed
    }

    /// The attributes of the item that the printed Rust item keeps.
    pub(super) fn item_attrs(
        &mut self,
        attrs: Vec<syn::Attribute>,
        kernel: bool,
    ) -> Vec<syn::Attribute> {
        let mut kept = Vec::new();
        for attr in attrs {
            let name = attr
                .path()
                .segments
                .last()
                .map(|last| last.ident.to_string());
            match name.as_deref() {
                // In a macro its own attribute is gone already; a build script leaves it in.
                Some("group_kernel") if kernel => {}
                Some("device_fn") if !kernel => {}
                Some("group_kernel" | "device_fn") => {
                    self.refuse(attr.path().span(), text::KERNEL_AND_DEVICE_FN);
                }
                _ if matches!(attr.style, syn::AttrStyle::Inner(_)) => {
                    self.inner_attrs(std::slice::from_ref(&attr));
                }
                _ => kept.push(attr),
            }
        }
        kept.append(&mut self.lints);
        kept
    }

    /// Attributes inside the item: on statements, expressions, parameters.
    pub(super) fn inner_attrs(&mut self, attrs: &[syn::Attribute]) {
        for attr in attrs {
            let path = attr.path();
            if path.is_ident("allow") || path.is_ident("expect") {
                let mut attr = attr.clone();
                attr.style = syn::AttrStyle::Outer;
                self.lints.push(attr);
            } else if path.is_ident("doc") || is_rustfmt(path) {
                // Nothing that the compiled kernel could differ in.
            } else if path.is_ident("cfg") || path.is_ident("cfg_attr") {
                self.refuse(path.span(), text::CFG_INSIDE);
            } else {
                let name = source::type_text(path.to_token_stream());
                self.refuse(path.span(), text::attribute_inside(&name));
            }
        }
    }
}

fn is_rustfmt(path: &syn::Path) -> bool {
    path.segments
        .first()
        .is_some_and(|first| first.ident == "rustfmt")
}

fn arguments(input: ParseStream) -> syn::Result<Vec<Argument>> {
    let mut arguments = Vec::new();
    while !input.is_empty() {
        let name: Ident = input.parse()?;
        if name == "fma" {
            arguments.push(Argument::Fma(name));
        } else if name == "variants" {
            let content;
            parenthesized!(content in input);
            let axes = content.parse_terminated(axis, Token![,])?;
            arguments.push(Argument::Variants(name, axes.into_iter().collect()));
        } else {
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<proc_macro2::TokenTree>()?;
            }
            arguments.push(Argument::Unknown(name));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(arguments)
}

fn axis(input: ParseStream) -> syn::Result<Axis> {
    let name = input.parse()?;
    input.parse::<Token![=]>()?;
    let content;
    let brackets = bracketed!(content in input);
    let values = content.parse_terminated(syn::GenericArgument::parse, Token![,])?;
    Ok(Axis {
        name,
        span: brackets.span.join(),
        values: values.into_iter().collect(),
    })
}
