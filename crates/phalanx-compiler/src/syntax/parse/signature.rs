//! The signature: generics with their bounds, parameters, what comes back.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::Parser;
use super::scope::key;
use crate::syntax::ast::{GenericKind, GenericParam, LocalOrigin, Param, Path, TypeExpr, TypeKind};
use crate::syntax::text;
use crate::types::ty::{Float, Int};

pub(super) struct Signature {
    pub(super) generics: Vec<GenericParam>,
    pub(super) params: Vec<Param>,
    pub(super) ret: Option<TypeExpr>,
}

impl Parser {
    /// Parses a signature and brings the parameters into scope.
    pub(super) fn signature(&mut self, sig: &syn::Signature) -> Signature {
        if let Some(token) = &sig.constness {
            self.refuse(token.span, text::CONST_FN);
        }
        if let Some(token) = &sig.asyncness {
            self.refuse(token.span, text::ASYNC_FN);
        }
        if let Some(abi) = &sig.abi {
            self.refuse(abi.extern_token.span, text::ABI);
        }
        if let Some(variadic) = &sig.variadic {
            self.refuse(variadic.dots.span(), text::VARIADIC);
        }
        let generics = self.generics(&sig.generics);
        let params = self.params(sig);
        let ret = match &sig.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => match self.ty(ty) {
                TypeExpr {
                    kind: TypeKind::Tuple(parts),
                    ..
                } if parts.is_empty() => None,
                ty => Some(ty),
            },
        };
        Signature {
            generics,
            params,
            ret,
        }
    }

    /// What only a kernel's signature must keep to.
    pub(super) fn kernel_signature(&mut self, sig: &syn::Signature, signature: &Signature) {
        if let Some(ret) = &signature.ret {
            self.refuse(ret.span, text::KERNEL_RETURNS);
        }
        // Not while a parameter is refused: it may be the group.
        let complete = signature.params.len() == sig.inputs.len();
        if complete && !signature.params.iter().any(|param| may_be_group(&param.ty)) {
            self.refuse(sig.ident.span(), text::NO_GROUP);
        }
        for param in &signature.params {
            if param.shared && !is_mutable_slice(&param.ty) {
                self.refuse(param.ty.span, text::SHARED_NOT_SLICE);
            }
        }
    }

    /// What only a device function's signature must keep to.
    pub(super) fn device_signature(&mut self, signature: &Signature) {
        for param in &signature.params {
            if param.shared {
                self.refuse(param.span, text::SHARED_IN_DEVICE_FN);
            }
        }
    }

    fn generics(&mut self, generics: &syn::Generics) -> Vec<GenericParam> {
        let mut params: Vec<GenericParam> = Vec::new();
        for param in &generics.params {
            let (name, kind) = match param {
                syn::GenericParam::Lifetime(param) => {
                    self.refuse(param.lifetime.span(), text::LIFETIME);
                    continue;
                }
                syn::GenericParam::Type(param) => {
                    self.inner_attrs(&param.attrs);
                    if let Some((eq, _)) = &param.default {
                        self.refuse(eq.span, text::GENERIC_DEFAULT);
                    }
                    let bounds = self.bounds(&param.bounds);
                    (&param.ident, GenericKind::Type { bounds })
                }
                syn::GenericParam::Const(param) => {
                    self.inner_attrs(&param.attrs);
                    if let Some((eq, _)) = &param.default {
                        self.refuse(eq.span, text::GENERIC_DEFAULT);
                    }
                    let ty = self.ty(&param.ty);
                    (&param.ident, GenericKind::Const { ty })
                }
            };
            params.push(GenericParam {
                name: name.clone(),
                kind,
            });
        }
        if let Some(clause) = &generics.where_clause {
            for predicate in &clause.predicates {
                self.predicate(predicate, &mut params);
            }
        }
        params
    }

    /// `where T: Number`: the bounds join those that stand at the parameter.
    fn predicate(&mut self, predicate: &syn::WherePredicate, params: &mut [GenericParam]) {
        let predicate = match predicate {
            syn::WherePredicate::Type(predicate) => predicate,
            syn::WherePredicate::Lifetime(predicate) => {
                self.refuse(predicate.lifetime.span(), text::LIFETIME);
                return;
            }
            _ => {
                self.refuse(predicate.span(), text::WHERE_OTHER);
                return;
            }
        };
        self.inner_attrs(&predicate.attrs);
        if let Some(lifetimes) = &predicate.lifetimes {
            self.refuse(lifetimes.for_token.span, text::LIFETIME);
        }
        let bounds = self.bounds(&predicate.bounds);
        let name = match &predicate.bounded_ty {
            syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        };
        let param = name.and_then(|name| {
            let name = key(name);
            params.iter_mut().find(|param| key(&param.name) == name)
        });
        match param {
            Some(GenericParam {
                kind: GenericKind::Type { bounds: known },
                ..
            }) => known.extend(bounds),
            _ => self.refuse(predicate.bounded_ty.span(), text::WHERE_OTHER),
        }
    }

    fn bounds(
        &mut self,
        bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>,
    ) -> Vec<Path> {
        let mut paths = Vec::new();
        for bound in bounds {
            match bound {
                syn::TypeParamBound::Trait(bound) => {
                    if let Some(maybe) = &bound.maybe {
                        self.refuse(maybe.span, text::MAYBE_BOUND);
                        continue;
                    }
                    if let Some(lifetimes) = &bound.lifetimes {
                        self.refuse(lifetimes.for_token.span, text::LIFETIME);
                    }
                    paths.push(self.path(None, &bound.path));
                }
                // `T: 'static` says nothing that `DeviceCopy` does not say.
                syn::TypeParamBound::Lifetime(lifetime) if lifetime.ident == "static" => {}
                syn::TypeParamBound::Lifetime(lifetime) => {
                    self.refuse(lifetime.span(), text::LIFETIME);
                }
                other => self.refuse(other.span(), text::UNKNOWN_BOUND),
            }
        }
        paths
    }

    fn params(&mut self, sig: &syn::Signature) -> Vec<Param> {
        let mut params: Vec<Param> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for input in &sig.inputs {
            let input = match input {
                syn::FnArg::Typed(input) => input,
                syn::FnArg::Receiver(receiver) => {
                    self.refuse(receiver.self_token.span, text::RECEIVER);
                    continue;
                }
            };
            let shared = self.param_attrs(&input.attrs);
            let ty = self.ty(&input.ty);
            let name = match &*input.pat {
                syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => pat,
                pat => {
                    self.refuse(pat.span(), text::PARAM_PATTERN);
                    continue;
                }
            };
            let written = key(&name.ident);
            if names.contains(&written) {
                self.refuse(name.ident.span(), text::param_twice(&written));
            }
            names.push(written);
            let local = self.new_local(
                name.ident.clone(),
                name.mutability.is_some(),
                LocalOrigin::Param(params.len()),
            );
            self.bring_into_scope(local);
            params.push(Param {
                local,
                ty,
                shared,
                span: name.ident.span(),
            });
        }
        params
    }

    /// Whether `#[shared]` is among them.
    fn param_attrs(&mut self, attrs: &[syn::Attribute]) -> bool {
        let mut shared: Option<Span> = None;
        for attr in attrs {
            if attr.path().is_ident("shared") {
                match &attr.meta {
                    syn::Meta::Path(_) => {}
                    _ => self.refuse(attr.path().span(), text::SHARED_ARGUMENTS),
                }
                shared = Some(attr.path().span());
            } else {
                self.inner_attrs(std::slice::from_ref(attr));
            }
        }
        shared.is_some()
    }
}

fn is_mutable_slice(ty: &TypeExpr) -> bool {
    matches!(
        &ty.kind,
        TypeKind::Ref { mutable: true, inner } if matches!(inner.kind, TypeKind::Slice(_))
    )
}

/// Whether a parameter of this type may be a group. `type Block = ThreadBlock<256>` may stand elsewhere,
/// so every name that is not a number's or `bool` may.
fn may_be_group(ty: &TypeExpr) -> bool {
    let TypeKind::Path(path) = &ty.kind else {
        return false;
    };
    let Some(name) = path.as_ident() else {
        return true;
    };
    let name = key(name);
    Int::from_name(&name).is_none() && Float::from_name(&name).is_none() && name != "bool"
}
