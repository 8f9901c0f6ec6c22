//! Structs and enums of the user's as the compiler sees them.
//!
//! `#[derive(DeviceCopy)]` refuses what a device cannot lay out, at its place. What is refused here ends
//! as half a sentence at the place where device code names the type.

use std::collections::HashMap;

use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::const_eval::ConstScope;
use phalanx_compiler::types::env::{ConstDef, Env, SigGeneric, SigGenericKind};
use phalanx_compiler::types::ty::{AdtDef, AdtKind, Const, Int, Ty};
use syn::spanned::Spanned;

use crate::sources::unraw;

/// The definition, its types resolved where it stands.
///
/// # Errors
/// It is not one that the device can lay out, or a type in it is not known.
pub fn define(input: &syn::DeriveInput, id: String, env: &dyn Env) -> Result<AdtDef, Errors> {
    let mut errors = Errors::default();
    let repr = Repr::of(input);
    let generics = generics(input, env, &mut errors);
    let kind = match &input.data {
        syn::Data::Struct(data) => Some(fields(&data.fields, &generics, env, &mut errors)),
        syn::Data::Enum(data) => match repr.integer {
            Some(integer) => Some(variants(data, integer, env, &mut errors)),
            None => {
                errors.push(Diagnostic::new(
                    input.ident.span(),
                    "no integer is said to represent it: add `#[repr(u32)]`",
                ));
                None
            }
        },
        syn::Data::Union(data) => {
            errors.push(Diagnostic::new(data.union_token.span, "it is a union"));
            None
        }
    };
    match kind {
        Some(kind) if errors.is_empty() => Ok(AdtDef {
            id,
            name: unraw(&input.ident),
            generics: generics.into_iter().map(|one| one.name).collect(),
            align: repr.align,
            kind,
        }),
        _ => Err(errors),
    }
}

fn generics(input: &syn::DeriveInput, env: &dyn Env, errors: &mut Errors) -> Vec<SigGeneric> {
    let mut generics = Vec::new();
    for param in &input.generics.params {
        let (ident, kind) = match param {
            syn::GenericParam::Type(param) => {
                (&param.ident, SigGenericKind::Value { bounds: Vec::new() })
            }
            syn::GenericParam::Const(param) => match lower(&param.ty, &[], env, errors) {
                Some(ty) => (&param.ident, SigGenericKind::Const { ty }),
                None => continue,
            },
            syn::GenericParam::Lifetime(param) => {
                errors.push(Diagnostic::new(param.span(), "it has a lifetime"));
                continue;
            }
        };
        generics.push(SigGeneric {
            name: unraw(ident),
            kind,
        });
    }
    generics
}

fn fields(
    fields: &syn::Fields,
    generics: &[SigGeneric],
    env: &dyn Env,
    errors: &mut Errors,
) -> AdtKind {
    let mut lowered = Vec::new();
    for (member, field) in fields.members().zip(fields) {
        let name = match member {
            syn::Member::Named(name) => unraw(&name),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        if let Some(ty) = lower(&field.ty, generics, env, errors) {
            lowered.push((name, ty));
        }
    }
    AdtKind::Struct {
        fields: lowered,
        tuple: matches!(fields, syn::Fields::Unnamed(_)),
    }
}

fn lower(
    ty: &syn::Type,
    generics: &[SigGeneric],
    env: &dyn Env,
    errors: &mut Errors,
) -> Option<Ty> {
    let lowered = parse::type_expr(ty).and_then(|ty| types::lower_type(&ty, generics, env));
    match lowered {
        Ok(ty) => Some(ty),
        Err(refused) => {
            errors.0.extend(refused.0);
            None
        }
    }
}

/// Variants without an explicit discriminant count on from the one before, as in Rust.
fn variants(data: &syn::DataEnum, repr: Int, env: &dyn Env, errors: &mut Errors) -> AdtKind {
    let mut next = 0;
    let mut variants = Vec::new();
    for variant in &data.variants {
        if let Some((_, value)) = &variant.discriminant {
            match discriminant(value, repr, env) {
                Ok(value) => next = value,
                Err(refused) => errors.0.extend(refused.0),
            }
        }
        if !matches!(variant.fields, syn::Fields::Unit) {
            errors.push(Diagnostic::new(
                variant.ident.span(),
                "a variant has fields",
            ));
        }
        variants.push((unraw(&variant.ident), next));
        next += 1;
    }
    AdtKind::Enum { variants, repr }
}

fn discriminant(value: &syn::Expr, repr: Int, env: &dyn Env) -> Result<i128, Errors> {
    let ty = syn::Ident::new(repr.name(), value.span());
    let item: syn::ItemConst = syn::parse_quote!(const DISCRIMINANT: #ty = #value;);
    let (ty_expr, body) = parse::constant(&item)?;
    let def = ConstDef {
        id: "DISCRIMINANT".to_owned(),
        name: item.ident,
        ty: Ty::Int(repr),
        ty_expr,
        body,
    };
    let refuse = |diagnostic| Errors(vec![diagnostic]);
    let locals = HashMap::new();
    match ConstScope::new(env, &[], &locals)
        .constant(&def)
        .map_err(refuse)?
    {
        Const::Value(value) => Ok(value),
        _ => Err(refuse(Diagnostic::new(
            value.span(),
            "the value of a variant is not known",
        ))),
    }
}

/// What the device has to know of `#[repr(…)]`.
#[derive(Default)]
struct Repr {
    integer: Option<Int>,
    align: Option<u32>,
}

impl Repr {
    fn of(input: &syn::DeriveInput) -> Repr {
        let mut repr = Repr::default();
        for attr in input
            .attrs
            .iter()
            .filter(|attr| attr.path().is_ident("repr"))
        {
            // rustc and the derive report what does not parse.
            let _ = attr.parse_nested_meta(|meta| {
                if meta.path.is_ident("align") {
                    let size;
                    syn::parenthesized!(size in meta.input);
                    repr.align = Some(size.parse::<syn::LitInt>()?.base10_parse()?);
                } else if let Some(word) = meta.path.get_ident() {
                    repr.integer = Int::from_name(&word.to_string()).or(repr.integer);
                }
                Ok(())
            });
        }
        repr
    }
}
