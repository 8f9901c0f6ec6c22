//! The generic parameters of a kernel and their declared values.
//!
//! A launch takes its variant in two ways. A parameter that the types of the arguments mention is
//! inferred from them: `launch` is generic over it, and a hidden trait, implemented for the declared
//! values, gives its place among them. The others are chosen at run time: `variant` makes a
//! `VariantChoice`, and `launch` takes it.
//!
//! Variants are counted in the order of the parameters, the last one fastest, as the instances of
//! [`crate::types::typed::TypedFunction`] are.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::Printer;
use super::function::mentions;
use crate::syntax::ast::{
    Function, FunctionKind, GenericArg, GenericKind, GenericParam, Path, TypeExpr,
};
use crate::syntax::source;
use crate::types::ty::{Group, Ty};
use crate::types::typed::TypedFunction;

/// One generic parameter.
pub(super) struct Axis<'a> {
    pub(super) param: &'a GenericParam,
    pub(super) values: &'a [GenericArg],
    /// How far apart two neighbouring values are in the order of the variants.
    stride: usize,
    pub(super) inferred: bool,
}

/// All of them, in order.
pub(super) struct Axes<'a>(pub(super) Vec<Axis<'a>>);

impl<'a> Axes<'a> {
    pub(super) fn of(kernel: &'a TypedFunction) -> Self {
        let function = &kernel.function;
        let FunctionKind::Kernel(attr) = &function.kind else {
            return Axes(Vec::new());
        };
        let mut stride = 1;
        let mut axes: Vec<_> = function
            .generics
            .iter()
            .rev()
            .map(|param| {
                let axis = attr.variants.iter().find(|axis| axis.name == param.name);
                let values = axis.map_or(&[][..], |axis| &axis.values);
                let inferred = matches!(param.kind, GenericKind::Type { .. })
                    || in_arguments(kernel, &param.name);
                let axis = Axis {
                    param,
                    values,
                    stride,
                    inferred,
                };
                stride *= values.len();
                axis
            })
            .collect();
        axes.reverse();
        Axes(axes)
    }

    /// How many variants there are.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|axis| axis.values.len()).product()
    }

    pub(super) fn inferred(&self) -> impl Iterator<Item = &Axis<'a>> {
        self.0.iter().filter(|axis| axis.inferred)
    }

    pub(super) fn chosen(&self) -> impl Iterator<Item = &Axis<'a>> {
        self.0.iter().filter(|axis| !axis.inferred)
    }

    /// The value of each parameter in a variant.
    pub(super) fn values(&self, variant: usize) -> Vec<(&Ident, &'a GenericArg)> {
        self.0
            .iter()
            .map(|axis| {
                (
                    &axis.param.name,
                    &axis.values[variant / axis.stride % axis.values.len()],
                )
            })
            .collect()
    }

    /// `N = 4, T = f32`, as a user reads it.
    pub(super) fn label(&self, printer: &Printer<'_>, variant: usize) -> String {
        let values = self.values(variant).into_iter().map(|(name, value)| {
            format!("{name} = {}", source::type_text(printer.generic_arg(value)))
        });
        values.collect::<Vec<_>>().join(", ")
    }

    /// The variants among which a launch chooses at run time, as the number among all of them if every
    /// inferred parameter has its first value.
    pub(super) fn choices(&self) -> Vec<usize> {
        (0..self.count())
            .filter(|variant| {
                let mut inferred = self.inferred();
                inferred.all(|axis| variant / axis.stride % axis.values.len() == 0)
            })
            .collect()
    }
}

/// Whether the type of an argument of the launch mentions a generic parameter.
fn in_arguments(kernel: &TypedFunction, name: &Ident) -> bool {
    let params = kernel.function.params.iter().zip(&kernel.sig.params);
    params
        .filter(|(_, sig)| !matches!(sig.ty, Ty::Group(_)))
        .any(|(param, _)| mentions(&param.ty, name))
}

/// The hidden trait of an inferred parameter.
pub(super) struct Declared {
    /// The trait and its implementations.
    pub(super) items: Vec<TokenStream>,
    /// The parameter as `launch` declares it.
    pub(super) generic: TokenStream,
    /// What `launch` asks of it.
    pub(super) bound: Option<TokenStream>,
    /// The number that its value adds to that of the variant.
    pub(super) place: TokenStream,
}

impl Axis<'_> {
    pub(super) fn declared(&self, printer: &Printer<'_>, function: &Function) -> Declared {
        let (kernel, name) = (&function.name, &self.param.name);
        let trait_name = format_ident!("{}Declares{}", kernel, name, span = name.span());
        let values: Vec<_> = self
            .values
            .iter()
            .map(|value| printer.generic_arg(value))
            .collect();
        let texts: Vec<_> = values
            .iter()
            .map(|value| source::type_text(value.clone()))
            .collect();
        let places = (0..self.values.len()).map(|index| index * self.stride);
        let declared = texts.join(", ");
        let note = format!("to compile it for more, add them to `variants({name} = [{declared}])`");
        match &self.param.kind {
            GenericKind::Type { bounds } => {
                let message =
                    format!("`{kernel}` is not compiled for `{{Self}}`: declared are {declared}");
                let bounds = bounds.iter().map(|bound| printer.value_path(bound));
                let implementations = values.iter().zip(places).map(|(value, place)| {
                    quote!(impl #trait_name for #value { const PLACE: usize = #place; })
                });
                Declared {
                    items: hidden_trait(
                        quote!(message = #message, label = "not declared", note = #note),
                        quote!(#trait_name: ::phalanx::DeviceCopy #(+ #bounds)*),
                        implementations,
                    ),
                    generic: quote!(#name: #trait_name),
                    bound: None,
                    place: quote!(<#name as #trait_name>::PLACE),
                }
            }
            GenericKind::Const { ty } => {
                let message = format!(
                    "`{kernel}` is not compiled for `{name} = {{{name}}}`: declared are {declared}"
                );
                let ty = printer.ty(ty, &Ty::Opaque);
                let implementations = values.iter().zip(places).map(|(value, place)| {
                    quote!(impl #trait_name<#value> for #kernel { const PLACE: usize = #place; })
                });
                Declared {
                    items: hidden_trait(
                        quote!(message = #message, label = "not declared", note = #note),
                        quote!(#trait_name<const #name: #ty>),
                        implementations,
                    ),
                    generic: quote!(const #name: #ty),
                    bound: Some(quote!(#kernel: #trait_name<#name>)),
                    place: quote!(<#kernel as #trait_name<#name>>::PLACE),
                }
            }
        }
    }
}

/// The trait, then its implementations.
fn hidden_trait(
    diagnostic: TokenStream,
    head: TokenStream,
    implementations: impl Iterator<Item = TokenStream>,
) -> Vec<TokenStream> {
    let declaration = quote! {
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(#diagnostic)]
        #[allow(non_camel_case_types, unreachable_pub)]
        pub trait #head {
            const PLACE: usize;
        }
    };
    [declaration].into_iter().chain(implementations).collect()
}

/// What a group parameter of a variant asks of the block.
pub(super) struct BlockNeeds {
    /// The size of a tile: the block has a multiple of as many threads.
    pub(super) multiple: Option<TokenStream>,
    /// The shape that a `ThreadBlock<X, Y, Z>` fixes, zeros where it does not.
    pub(super) shape: Option<TokenStream>,
}

impl BlockNeeds {
    pub(super) fn of(printer: &Printer<'_>, written: &TypeExpr, ty: &Ty) -> Self {
        let none = BlockNeeds {
            multiple: None,
            shape: None,
        };
        let (Ty::Group(group), Some(path)) = (ty, path(written)) else {
            return none;
        };
        let mut args = path.last().args.iter().map(|arg| printer.generic_arg(arg));
        match group {
            Group::Tile(_) => BlockNeeds {
                multiple: args.next_back(),
                ..none
            },
            Group::Block(_) => {
                let mut sides: Vec<_> = args.collect();
                let zero = || quote!(0).into_token_stream();
                if sides.is_empty() {
                    return none;
                }
                sides.resize_with(3, zero);
                BlockNeeds {
                    shape: Some(quote!([#(#sides),*])),
                    ..none
                }
            }
            _ => none,
        }
    }
}

fn path(written: &TypeExpr) -> Option<&Path> {
    match &written.kind {
        crate::syntax::ast::TypeKind::Path(path) => Some(path),
        _ => None,
    }
}

/// `variant(N, M)`: the variant with these values, if it is declared.
pub(super) fn variant_function(
    axes: &Axes<'_>,
    printer: &Printer<'_>,
    function: &Function,
) -> Option<TokenStream> {
    axes.chosen().next()?;
    let vis = &function.vis;
    let params = axes.chosen().map(|axis| {
        let (name, span) = (&axis.param.name, axis.param.name.span());
        let GenericKind::Const { ty } = &axis.param.kind else {
            unreachable!("types are inferred")
        };
        let ty = printer.ty(ty, &Ty::Opaque);
        quote_spanned!(span=> #name: #ty)
    });
    let arms = axes
        .choices()
        .into_iter()
        .enumerate()
        .map(|(choice, variant)| {
            let tests = axes.chosen().map(|axis| {
                let name = &axis.param.name;
                let value = &axis.values[variant / axis.stride % axis.values.len()];
                let value = printer.generic_arg(value);
                quote!(#name == #value)
            });
            quote! {
                if #(#tests)&&* {
                    return ::core::result::Result::Ok(::phalanx::VariantChoice::new(#choice));
                }
            }
        });
    let mut format = String::new();
    let mut names = Vec::new();
    for axis in axes.chosen() {
        let separator = if names.is_empty() { "" } else { ", " };
        format.push_str(&format!("{separator}{} = {{}}", axis.param.name));
        names.push(&axis.param.name);
    }
    let declared: Vec<_> = axes
        .chosen()
        .map(|axis| {
            let values = axis
                .values
                .iter()
                .map(|value| source::type_text(printer.generic_arg(value)));
            format!(
                "`{}` among {}",
                axis.param.name,
                values.collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let doc = format!(
        "The variant with these values, for [`launch`](Self::launch): {}.\n\n# Errors\n\n\
         [`VariantNotDeclared`](::phalanx::Error::VariantNotDeclared) for other values.",
        declared.join(", ")
    );
    Some(quote! {
        #[doc = #doc]
        #[allow(non_snake_case)]
        #vis fn variant(#(#params),*) -> ::core::result::Result<::phalanx::VariantChoice<Self>, ::phalanx::Error> {
            #(#arms)*
            ::core::result::Result::Err(::phalanx::__rt::undeclared(
                Self::__kernel(),
                ::core::format_args!(#format, #(#names),*),
            ))
        }
    })
}
