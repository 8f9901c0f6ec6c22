//! `#[derive(DeviceCopy)]`: what host and device may share, and that both lay it out alike.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::report::{Diagnostic, Errors};
use crate::types::ty::Int;

/// Prints the implementation of `DeviceCopy` for a struct or a field-less enum, and the assertions that
/// its layout is the one that the device compiler asserts too.
pub fn device_copy(input: TokenStream) -> TokenStream {
    let input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    match check(&input) {
        Ok(checked) => implementation(&input, &checked),
        Err(errors) => {
            // The implementation stands all the same, so that uses of the type cause no more errors.
            let errors = errors.to_compile_errors();
            let borrows = input.generics.lifetimes().next().is_some();
            let stub = (!borrows).then(|| {
                let checked = Checked {
                    fields: Vec::new(),
                    generic: true,
                };
                implementation(&input, &checked)
            });
            quote!(#errors #stub)
        }
    }
}

struct Checked<'a> {
    fields: Vec<(syn::Member, &'a syn::Type)>,
    /// Whether the layout depends on generic parameters, so that only instances could be checked.
    generic: bool,
}

fn check(input: &syn::DeriveInput) -> Result<Checked<'_>, Errors> {
    let mut errors = Errors::default();
    let name = &input.ident;
    for param in &input.generics.params {
        if let syn::GenericParam::Lifetime(param) = param {
            errors.push(
                Diagnostic::new(
                    param.lifetime.span(),
                    format!("`{name}` borrows from somewhere, and a device cannot follow: its memory is another"),
                )
                .help("store indices instead of references, and pass what they point into as a slice of its own"),
            );
        }
    }
    let generic = !input.generics.params.is_empty();
    let fields = match &input.data {
        syn::Data::Struct(data) => {
            struct_repr(input, &mut errors);
            fields(name, &data.fields, &mut errors)
        }
        syn::Data::Enum(data) => {
            enum_repr(input, &mut errors);
            variants(name, data, &mut errors);
            Vec::new()
        }
        syn::Data::Union(data) => {
            errors.push(
                Diagnostic::new(
                    data.union_token.span,
                    format!("`{name}` is a union, and the language has no way to read one"),
                )
                .help("use a struct; `to_bits` and `from_bits` give the bits of floats"),
            );
            Vec::new()
        }
    };
    errors.finish(Checked { fields, generic })
}

/// What stands in `#[repr(…)]`.
#[derive(Default)]
struct Repr {
    c: bool,
    integer: Option<Int>,
    /// What else, that the layout of the device cannot follow.
    other: Option<(String, Span)>,
}

fn repr(input: &syn::DeriveInput, errors: &mut Errors) -> Repr {
    let mut repr = Repr::default();
    for attr in input
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("repr"))
    {
        let parsed = attr.parse_nested_meta(|meta| {
            let word = meta
                .path
                .get_ident()
                .map(ToString::to_string)
                .unwrap_or_default();
            match word.as_str() {
                "C" => repr.c = true,
                "align" => {
                    let size;
                    syn::parenthesized!(size in meta.input);
                    size.parse::<syn::LitInt>()?;
                }
                word => match Int::from_name(word) {
                    Some(int) => repr.integer = Some(int),
                    None => {
                        repr.other = Some((word.to_owned(), meta.path.span()));
                        if meta.input.peek(syn::token::Paren) {
                            let size;
                            syn::parenthesized!(size in meta.input);
                            size.parse::<TokenStream>()?;
                        }
                    }
                },
            }
            Ok(())
        });
        if let Err(error) = parsed {
            errors.push(Diagnostic::new(error.span(), error.to_string()));
        }
    }
    repr
}

fn struct_repr(input: &syn::DeriveInput, errors: &mut Errors) {
    let name = &input.ident;
    let repr = repr(input, errors);
    if let Some((word, span)) = repr.other {
        errors.push(
            Diagnostic::new(
                span,
                format!("a device cannot lay out `{name}` as `repr({word})` says"),
            )
            .help("write `#[repr(C)]`, or `#[repr(C, align(16))]` for a larger alignment"),
        );
    } else if !repr.c {
        errors.push(
            Diagnostic::new(
                name.span(),
                format!("Rust may lay out the fields of `{name}` in any order, so host and device would not agree on it"),
            )
            .help("add `#[repr(C)]`: the fields lie in the order in which they are written"),
        );
    }
}

fn fields<'a>(
    name: &syn::Ident,
    fields: &'a syn::Fields,
    errors: &mut Errors,
) -> Vec<(syn::Member, &'a syn::Type)> {
    if fields.is_empty() {
        errors.push(
            Diagnostic::new(
                name.span(),
                format!("`{name}` has no fields: it has no size in Rust, and one byte in CUDA C++"),
            )
            .help("give it a field, or do without it in device code"),
        );
    }
    let mut checked = Vec::new();
    for (member, field) in fields.members().zip(fields) {
        match unfit(&field.ty) {
            Some(diagnostic) => errors.push(diagnostic),
            None => checked.push((member, &field.ty)),
        }
    }
    checked
}

/// Why a field cannot have this type, as far as its form tells. Names are for rustc: it knows which are
/// `DeviceCopy`.
fn unfit(ty: &syn::Type) -> Option<Diagnostic> {
    let span = ty.span();
    match ty {
        syn::Type::Reference(_) => Some(
            Diagnostic::new(span, "a field cannot be a reference: device memory is another than the host's")
                .help("store an index, and pass what it points into to the kernel as a slice"),
        ),
        syn::Type::Ptr(_) => Some(
            Diagnostic::new(span, "a field cannot be a pointer: device memory is another than the host's")
                .help("store an index, and pass what it points into to the kernel as a slice"),
        ),
        syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Some(
            Diagnostic::new(span, "`()` has no size in Rust, and one byte in CUDA C++")
                .help("leave the field out"),
        ),
        syn::Type::Tuple(_) => Some(
            Diagnostic::new(span, "Rust may lay out the parts of a tuple in any order, so host and device would not agree on it")
                .help("write the parts as fields, or as a struct of their own with `#[repr(C)]`"),
        ),
        syn::Type::FnPtr(_) | syn::Type::TraitObject(_) | syn::Type::Never(_) | syn::Type::Slice(_) => {
            Some(
                Diagnostic::new(span, "a field must be plain data: numbers, `bool`, arrays, and structs of these")
                    .help("leave the field on the host, and pass the device what it needs of it"),
            )
        }
        syn::Type::Array(array) => unfit(&array.elem),
        syn::Type::Paren(inner) => unfit(&inner.elem),
        syn::Type::Group(inner) => unfit(&inner.elem),
        _ => None,
    }
}

fn enum_repr(input: &syn::DeriveInput, errors: &mut Errors) {
    let name = &input.ident;
    let repr = repr(input, errors);
    if repr.integer.is_none() {
        errors.push(
            Diagnostic::new(
                name.span(),
                format!("Rust may represent `{name}` by any integer, so host and device would not agree on it"),
            )
            .help("say by which, for instance `#[repr(u32)]`"),
        );
    }
}

fn variants(name: &syn::Ident, data: &syn::DataEnum, errors: &mut Errors) {
    if data.variants.is_empty() {
        errors.push(Diagnostic::new(
            name.span(),
            format!("`{name}` has no variants, so it has no values to share"),
        ));
    }
    for variant in &data.variants {
        if !matches!(variant.fields, syn::Fields::Unit) {
            errors.push(
                Diagnostic::new(
                    variant.fields.span(),
                    format!(
                        "`{name}::{}` has fields: an enum of the language is a number with names",
                        variant.ident
                    ),
                )
                .help("use a struct with a field-less enum and the data of all variants"),
            );
        }
    }
}

fn implementation(input: &syn::DeriveInput, checked: &Checked<'_>) -> TokenStream {
    let name = &input.ident;
    let mut generics = input.generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(syn::parse_quote!(::phalanx::DeviceCopy));
    }
    let (impl_generics, type_generics, bounds) = generics.split_for_impl();
    let plain = checked.fields.iter().map(|(_, ty)| {
        let span = ty.span();
        quote_spanned!(span=> plain::<#ty>();)
    });
    let layout = (!checked.generic).then(|| layout(input, &checked.fields));
    quote! {
        const _: () = {
            // SAFETY: the derive has seen `#[repr(C)]`, or an integer for an enum; `plain` below sees that
            // each field is plain data.
            #[automatically_derived]
            unsafe impl #impl_generics ::phalanx::DeviceCopy for #name #type_generics #bounds {}

            #[automatically_derived]
            impl #impl_generics ::phalanx::__rt::SharedObject for #name #type_generics #bounds {}

            #[allow(dead_code)]
            fn fields #impl_generics () #bounds {
                #[allow(clippy::extra_unused_type_parameters)]
                fn plain<T: ::phalanx::DeviceCopy>() {}
                #(#plain)*
            }

            #layout
        };
    }
}

/// The layout that `#[repr(C)]` promises, computed as the device compiler computes it. It asserts the
/// same sizes and offsets on its side.
fn layout(input: &syn::DeriveInput, fields: &[(syn::Member, &syn::Type)]) -> TokenStream {
    let name = &input.ident;
    let fields = fields.iter().map(|(member, ty)| {
        let span = ty.span();
        let empty = format!(
            "`{name}::{}` has no size in Rust, and one byte in CUDA C++: leave it out",
            member_text(member)
        );
        let moved = format!(
            "`{name}::{}` lies elsewhere on the device",
            member_text(member)
        );
        quote_spanned! {span=>
            assert!(::core::mem::size_of::<#ty>() > 0, #empty);
            let start = end.next_multiple_of(::core::mem::align_of::<#ty>());
            assert!(::core::mem::offset_of!(#name, #member) == start, #moved);
            let end = start + ::core::mem::size_of::<#ty>();
        }
    });
    let size = format!("`{name}` has another size on the device");
    match input.data {
        syn::Data::Struct(_) => quote! {
            const _: () = {
                let end = 0_usize;
                #(#fields)*
                let size = end.next_multiple_of(::core::mem::align_of::<#name>());
                assert!(::core::mem::size_of::<#name>() == size, #size);
            };
        },
        _ => TokenStream::new(),
    }
}

fn member_text(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
