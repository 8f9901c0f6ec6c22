//! Types, paths and generic arguments.

use quote::ToTokens;
use syn::spanned::Spanned;

use super::Parser;
use crate::syntax::ast::{ExprKind, GenericArg, Path, Segment, TypeExpr, TypeKind};
use crate::syntax::text;

impl Parser {
    pub(super) fn ty(&mut self, ty: &syn::Type) -> TypeExpr {
        let span = ty.span();
        let kind = match ty {
            syn::Type::Paren(ty) => {
                self.inner_attrs(&ty.attrs);
                return self.ty(&ty.elem);
            }
            syn::Type::Group(ty) => {
                self.inner_attrs(&ty.attrs);
                return self.ty(&ty.elem);
            }
            syn::Type::Path(ty) => {
                self.inner_attrs(&ty.attrs);
                let path = self.path(ty.qself.as_ref(), &ty.path);
                if let Some(name) = path.as_ident()
                    && let Some(text) = text::primitive(&name.to_string())
                {
                    self.refuse(name.span(), text);
                }
                TypeKind::Path(path)
            }
            syn::Type::Reference(ty) => {
                self.inner_attrs(&ty.attrs);
                if let Some(lifetime) = &ty.lifetime
                    && lifetime.ident != "_"
                {
                    self.refuse(lifetime.span(), text::LIFETIME);
                }
                TypeKind::Ref {
                    mutable: ty.mutability.is_some(),
                    inner: Box::new(self.ty(&ty.elem)),
                }
            }
            syn::Type::Slice(ty) => {
                self.inner_attrs(&ty.attrs);
                TypeKind::Slice(Box::new(self.ty(&ty.elem)))
            }
            syn::Type::Array(ty) => {
                self.inner_attrs(&ty.attrs);
                let elem = self.ty(&ty.elem);
                let len = self.constant_context(|parser| parser.expr(&ty.len));
                TypeKind::Array(Box::new(elem), Box::new(len))
            }
            syn::Type::Tuple(ty) => {
                self.inner_attrs(&ty.attrs);
                TypeKind::Tuple(ty.elems.iter().map(|elem| self.ty(elem)).collect())
            }
            syn::Type::Never(ty) => {
                self.inner_attrs(&ty.attrs);
                TypeKind::Never
            }
            syn::Type::Infer(ty) => {
                self.inner_attrs(&ty.attrs);
                TypeKind::Infer
            }
            syn::Type::Ptr(ty) => {
                self.refuse(ty.star_token.span, text::RAW_POINTER);
                TypeKind::Infer
            }
            syn::Type::TraitObject(ty) => {
                self.refuse(span, text::trait_object(&ty.bounds.to_token_stream()));
                TypeKind::Infer
            }
            syn::Type::ImplTrait(ty) => {
                self.refuse(
                    ty.impl_token.span,
                    text::impl_trait(&ty.bounds.to_token_stream()),
                );
                TypeKind::Infer
            }
            syn::Type::FnPtr(ty) => {
                self.refuse(ty.fn_token.span, text::FN_POINTER);
                TypeKind::Infer
            }
            syn::Type::Macro(ty) => {
                self.refuse(ty.mac.path.span(), text::MACRO_TYPE);
                TypeKind::Infer
            }
            _ => {
                self.refuse(span, text::UNKNOWN_TYPE);
                TypeKind::Infer
            }
        };
        TypeExpr { span, kind }
    }

    pub(super) fn path(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> Path {
        if let Some(qself) = qself {
            let last = path
                .segments
                .last()
                .map(|segment| segment.ident.to_string());
            self.refuse(
                qself.lt_token.span,
                text::qualified_path(&qself.ty.to_token_stream(), &last.unwrap_or_default()),
            );
        }
        let mut segments = Vec::new();
        for segment in &path.segments {
            if segment.ident == "Self" || (segment.ident == "self" && path.segments.len() == 1) {
                self.refuse(segment.ident.span(), text::SELF_NAME);
            }
            let args = match &segment.arguments {
                syn::PathArguments::None => Vec::new(),
                syn::PathArguments::AngleBracketed(args) => self.generic_args(args),
                syn::PathArguments::Parenthesized(args) => {
                    self.refuse(args.paren_token.span.open(), text::FN_BOUND);
                    Vec::new()
                }
            };
            segments.push(Segment {
                ident: segment.ident.clone(),
                args,
            });
        }
        Path {
            span: path.span(),
            leading_colon: path.leading_colon.is_some(),
            segments,
        }
    }

    pub(super) fn generic_args(
        &mut self,
        args: &syn::AngleBracketedGenericArguments,
    ) -> Vec<GenericArg> {
        args.args
            .iter()
            .filter_map(|arg| self.generic_arg(arg))
            .collect()
    }

    pub(super) fn generic_arg(&mut self, arg: &syn::GenericArgument) -> Option<GenericArg> {
        match arg {
            syn::GenericArgument::Type(ty) => Some(self.type_or_const(ty)),
            syn::GenericArgument::Const(value) => Some(GenericArg::Const(
                self.constant_context(|parser| parser.const_arg(value)),
            )),
            syn::GenericArgument::Lifetime(lifetime) => {
                if lifetime.ident != "_" {
                    self.refuse(lifetime.span(), text::LIFETIME);
                }
                None
            }
            other => {
                self.refuse(other.span(), text::ASSOCIATED_ARGUMENT);
                None
            }
        }
    }

    /// A plain name is a type to syn. Where it names a constant of the body it is that, which only the
    /// parser can tell.
    fn type_or_const(&mut self, ty: &syn::Type) -> GenericArg {
        if let syn::Type::Path(path) = ty
            && path.qself.is_none()
            && let Some(name) = path.path.get_ident()
            && let Some(local) = self.constant_context(|parser| parser.lookup(name))
        {
            let kind = ExprKind::Local(local);
            return GenericArg::Const(self.make(name.span(), kind));
        }
        GenericArg::Type(self.ty(ty))
    }

    /// `{ N / 2 }` as an argument is `N / 2`: the braces are grammar.
    fn const_arg(&mut self, value: &syn::Expr) -> crate::syntax::ast::Expr {
        if let syn::Expr::Block(block) = value
            && block.label.is_none()
            && let [syn::Stmt::Expr(value, None)] = block.block.stmts.as_slice()
        {
            self.inner_attrs(&block.attrs);
            return self.expr(value);
        }
        self.expr(value)
    }
}
