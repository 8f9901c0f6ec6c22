//! What stands for a kernel: a type of its name, its descriptor, `launch`, `info` and the Rust body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::axes::{Axes, BlockNeeds, variant_function};
use super::function::lints;
use super::written::Substitution;
use super::{Printer, launch, suffixes};
use crate::artefact::{Artefact, Piece, Site, ValueType, Variant};
use crate::converge::Facts;
use crate::docs;
use crate::syntax::ast::{Function, TypeExpr, TypeKind};
use crate::types::ty::{Int, Ty};
use crate::types::typed::TypedFunction;

/// What the build script made of a kernel.
pub struct Compiled<'a> {
    pub image: Image,
    /// What it wrote, if it ran and found the kernel.
    pub artefact: Option<&'a Artefact>,
}

/// The kernel's machine code.
pub enum Image {
    /// In the file of this absolute path.
    Embedded(String),
    NotBuilt {
        reason: String,
    },
    NoBuildScript,
}

pub(super) fn print(kernel: &TypedFunction, compiled: &Compiled<'_>, facts: &Facts) -> TokenStream {
    let function = &kernel.function;
    let literals = compiled
        .artefact
        .map_or(&[][..], |artefact| &artefact.literals);
    let suffixes = suffixes(kernel, literals);
    let printer = Printer::new(kernel, &suffixes).with_facts(facts);
    let body = printer.function_body(function);
    item(kernel, &printer, compiled, body, TokenStream::new())
}

/// The kernel with `body` as its Rust body; `allow` are lints that the body must not be judged by.
pub(super) fn item(
    kernel: &TypedFunction,
    printer: &Printer<'_>,
    compiled: &Compiled<'_>,
    body: TokenStream,
    allow: TokenStream,
) -> TokenStream {
    let function = &kernel.function;
    let (vis, name) = (&function.vis, &function.name);
    let axes = Axes::of(kernel);
    let declared: Vec<_> = axes
        .inferred()
        .map(|axis| axis.declared(printer, function))
        .collect();
    let Attributes {
        on_type,
        on_body,
        on_all,
    } = attributes(function);
    let traits = declared.iter().flat_map(|one| &one.items);
    let traits = traits.map(|item| quote!(#(#on_all)* #item));
    let body_name = body_name(function);
    let signature = printer.signature(function, &body_name, &kernel.sig);
    let body = quote!(#(#on_body)* #allow #signature #body);
    let descriptor = descriptor(kernel, printer, &axes, compiled);
    let variant = variant_function(&axes, printer, function);
    let launch = launch::function(kernel, printer, &axes, &declared, &body_name, body);
    let lints = lints();
    let needs = format!("{}\n", docs::kernel(kernel));
    // With the user's span the item is the user's to lints: that a kernel is never used is worth a word.
    let span = name.span();
    let declaration = quote_spanned!(span=> struct #name {});
    quote! {
        #(#on_all)*
        #[doc = #needs]
        #(#on_type)*
        #[allow(non_camel_case_types)]
        #[non_exhaustive]
        #vis #declaration

        #(#traits)*

        #(#on_all)*
        #lints
        impl #name {
            #launch

            #variant

            /// What the kernel needs of a launch, and what it takes on a device.
            #vis fn info() -> ::phalanx::KernelInfo {
                ::phalanx::KernelInfo::new(Self::__kernel())
            }

            fn __kernel() -> &'static ::phalanx::__rt::Kernel {
                static KERNEL: ::phalanx::__rt::Kernel = #descriptor;
                &KERNEL
            }
        }
    }
}

/// The function inside `launch` that is the kernel's body. It has the kernel's name, which rustc may
/// mention; unless an argument of `launch` has that name, and would hide it.
fn body_name(function: &Function) -> Ident {
    let name = &function.name;
    let hidden = function
        .params
        .iter()
        .any(|param| function.local(param.local).name == *name);
    match hidden {
        true => format_ident!("{}_body", name, span = name.span()),
        false => name.clone(),
    }
}

/// Where the user's attributes go.
#[derive(Default)]
struct Attributes {
    /// Documentation and the like.
    on_type: Vec<TokenStream>,
    /// Lint levels, for the body that the user wrote.
    on_body: Vec<TokenStream>,
    /// `cfg`: on every printed item.
    on_all: Vec<TokenStream>,
}

fn attributes(function: &Function) -> Attributes {
    let mut attributes = Attributes::default();
    for attr in &function.attrs {
        let name = attr.path().get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("cfg" | "cfg_attr") => attributes.on_all.push(quote!(#attr)),
            Some("allow" | "warn" | "deny" | "forbid") => {
                attributes.on_type.push(quote!(#attr));
                attributes.on_body.push(quote!(#attr));
            }
            // The printed body need not give what was expected of the written one.
            Some("expect") => {
                if let syn::Meta::List(list) = &attr.meta {
                    let (lints, span) = (&list.tokens, list.path.segments[0].ident.span());
                    let attr = quote_spanned!(span=> #[allow(#lints)]);
                    attributes.on_type.push(attr.clone());
                    attributes.on_body.push(attr);
                }
            }
            // Of functions only.
            Some("inline" | "cold" | "must_use" | "track_caller") => {}
            _ => attributes.on_type.push(quote!(#attr)),
        }
    }
    attributes
}

/// The value of the kernel's static descriptor.
fn descriptor(
    kernel: &TypedFunction,
    printer: &Printer<'_>,
    axes: &Axes<'_>,
    compiled: &Compiled<'_>,
) -> TokenStream {
    let function = &kernel.function;
    let name = function.name.to_string();
    let line = u32::try_from(function.name.span().start().line).unwrap_or_default();
    let image = match &compiled.image {
        Image::Embedded(path) => quote! {
            ::phalanx::__rt::Image::Embedded {
                fatbin: &::phalanx::__rt::Aligned(*::core::include_bytes!(#path)).0,
            }
        },
        Image::NotBuilt { reason } => quote!(::phalanx::__rt::Image::NotBuilt { reason: #reason }),
        Image::NoBuildScript => quote!(::phalanx::__rt::Image::NoBuildScript),
    };
    let cooperative = launch::is_cooperative(kernel);
    let parameters = function
        .params
        .iter()
        .zip(&kernel.sig.params)
        .filter(|(_, sig)| !matches!(sig.ty, Ty::Group(_)))
        .map(|(param, _)| function.local(param.local).name.to_string());
    let variants = (0..axes.count()).map(|index| {
        let compiled = compiled
            .artefact
            .and_then(|artefact| artefact.variants.get(index));
        let label = axes.label(printer, index);
        variant(kernel, printer, axes, index, &label, compiled)
    });
    let sites = compiled
        .artefact
        .map_or(&[][..], |artefact| &artefact.sites);
    let sites = sites.iter().map(site);
    quote! {
        ::phalanx::__rt::Kernel {
            name: #name,
            module: ::core::module_path!(),
            file: ::core::file!(),
            line: #line,
            image: #image,
            cooperative: #cooperative,
            parameters: &[#(#parameters),*],
            variants: &[#(#variants),*],
            sites: &[#(#sites),*],
            loaded: ::phalanx::__rt::Loaded::new(),
        }
    }
}

/// One variant: what its groups ask of the block, and its dynamic shared arrays.
fn variant(
    kernel: &TypedFunction,
    printer: &Printer<'_>,
    axes: &Axes<'_>,
    index: usize,
    label: &str,
    compiled: Option<&Variant>,
) -> TokenStream {
    let function = &kernel.function;
    let values = axes.values(index).into_iter();
    let substitution: Substitution = values
        .map(|(name, value)| (name.to_string(), printer.generic_arg(value)))
        .collect();
    let printer = Printer {
        substitution: Some(&substitution),
        ..*printer
    };
    let params = || function.params.iter().zip(&kernel.sig.params);
    let needs: Vec<_> = params()
        .map(|(param, sig)| BlockNeeds::of(&printer, &param.ty, &sig.ty))
        .collect();
    let symbol = compiled.map_or("", |compiled| compiled.symbol.as_str());
    // Tile sizes are powers of two, so the largest is a multiple of the others. Those that are cut on the
    // way, in this function or another, are the build script's to find.
    let cut = compiled.map_or(1, |compiled| compiled.block_multiple);
    let cut = proc_macro2::Literal::u32_unsuffixed(cut);
    let multiple = needs
        .iter()
        .filter_map(|needs| needs.multiple.as_ref())
        .fold(quote!(#cut), |largest, size| {
            match largest.to_string().as_str() {
                "1" => quote!(#size as u32),
                _ => quote!(if #largest > #size as u32 { #largest } else { #size as u32 }),
            }
        });
    let shape = needs.iter().find_map(|needs| needs.shape.as_ref());
    let shape = match shape {
        None => quote!(::core::option::Option::None),
        Some(shape) => quote! {
            match #shape {
                [0, _, _] => ::core::option::Option::None,
                [x, 0, _] => ::core::option::Option::Some([x, 1, 1]),
                [x, y, 0] => ::core::option::Option::Some([x, y, 1]),
                shape => ::core::option::Option::Some(shape),
            }
        },
    };
    let shared = params()
        .filter(|(param, _)| param.shared)
        .map(|(param, _)| {
            let name = function.local(param.local).name.to_string();
            let elem = printer.ty(slice_element(&param.ty), &Ty::Opaque);
            quote! {
                ::phalanx::__rt::SharedArray {
                    name: #name,
                    size: ::core::mem::size_of::<#elem>(),
                    align: ::core::mem::align_of::<#elem>(),
                }
            }
        });
    quote! {
        ::phalanx::__rt::Variant {
            label: #label,
            symbol: #symbol,
            block_multiple: #multiple,
            block_shape: #shape,
            shared: &[#(#shared),*],
        }
    }
}

/// The `T` of `&mut [T]`.
fn slice_element(ty: &TypeExpr) -> &TypeExpr {
    match &ty.kind {
        TypeKind::Ref { inner, .. } | TypeKind::Slice(inner) => slice_element(inner),
        _ => ty,
    }
}

fn site(site: &Site) -> TokenStream {
    let Site {
        file,
        line,
        column,
        pieces,
    } = site;
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => quote!(::phalanx::__rt::Piece::Text(#text)),
        Piece::Value(ty) => {
            let ty = value_type(*ty);
            quote!(::phalanx::__rt::Piece::Value(#ty))
        }
        Piece::Debug(ty) => {
            let ty = value_type(*ty);
            quote!(::phalanx::__rt::Piece::Debug(#ty))
        }
    });
    quote! {
        ::phalanx::__rt::PanicSite {
            file: #file,
            line: #line,
            column: #column,
            message: &[#(#pieces),*],
        }
    }
}

fn value_type(ty: ValueType) -> TokenStream {
    use crate::types::ty::Float;
    let name = match ty {
        ValueType::Bool => "Bool",
        ValueType::Int(int) if Int::signed(int) => "Signed",
        ValueType::Int(_) => "Unsigned",
        ValueType::Float(Float::F16) => "F16",
        ValueType::Float(Float::Bf16) => "Bf16",
        ValueType::Float(Float::F32) => "F32",
        ValueType::Float(Float::F64) => "F64",
    };
    let name = Ident::new(name, Span::call_site());
    quote!(::phalanx::__rt::ValueType::#name)
}
