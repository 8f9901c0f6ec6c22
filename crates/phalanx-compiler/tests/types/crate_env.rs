//! An environment made of one source text: every name is looked up by its last part.

use std::collections::HashMap;
use std::sync::Arc;

use phalanx_compiler::syntax::ast::{Function, Path};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::{ConstDef, Env, FunctionSig, Lookup, TypeDef};
use phalanx_compiler::types::ty::{AdtDef, AdtKind, Int};
use quote::ToTokens;

/// The items of a source: kernels and device functions, constants, structs, enums and aliases. A function
/// without an attribute is one of the host's.
pub(crate) struct Crate {
    file: syn::File,
    functions: HashMap<String, Function>,
}

impl Crate {
    pub(crate) fn parse(source: &str) -> Crate {
        let file = syn::parse_file(source).expect("Rust");
        let mut functions = HashMap::new();
        for item in &file.items {
            let syn::Item::Fn(item) = item else { continue };
            let ours = ["group_kernel", "device_fn"];
            let is_ours =
                |attr: &&syn::Attribute| ours.iter().any(|name| attr.path().is_ident(name));
            let Some(attr) = item.attrs.iter().find(is_ours) else {
                continue;
            };
            let arguments = match &attr.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => Default::default(),
            };
            let mut bare = item.clone();
            bare.attrs.clear();
            let parsed = match attr.path().is_ident("group_kernel") {
                true => parse::kernel(arguments, bare.to_token_stream()),
                false => parse::device_fn(arguments, bare.to_token_stream()),
            };
            let parsed = parsed.unwrap_or_else(|errors| panic!("{}", crate::texts(&errors)));
            functions.insert(item.sig.ident.to_string(), parsed);
        }
        Crate { file, functions }
    }

    pub(crate) fn item(&self, name: &str) -> Function {
        self.functions[name].clone()
    }

    /// The names of the kernels and device functions.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.functions.keys().cloned().collect();
        names.sort();
        names
    }

    fn struct_def(&self, item: &syn::ItemStruct) -> AdtDef {
        let generics = item.generics.params.iter().map(|param| match param {
            syn::GenericParam::Type(param) => types::env::SigGeneric {
                name: param.ident.to_string(),
                kind: types::env::SigGenericKind::Value { bounds: vec![] },
            },
            syn::GenericParam::Const(param) => types::env::SigGeneric {
                name: param.ident.to_string(),
                kind: types::env::SigGenericKind::Const {
                    ty: types::ty::Ty::USIZE,
                },
            },
            syn::GenericParam::Lifetime(_) => panic!("no lifetimes"),
        });
        let generics: Vec<_> = generics.collect();
        let tuple = matches!(item.fields, syn::Fields::Unnamed(_));
        let fields = item.fields.iter().enumerate().map(|(index, field)| {
            let name = match &field.ident {
                Some(name) => name.to_string(),
                None => index.to_string(),
            };
            let ty = parse::type_expr(&field.ty).expect("a type");
            let ty = types::lower_type(&ty, &generics, self).expect("a known type");
            (name, ty)
        });
        AdtDef {
            id: format!("test::{}", item.ident),
            name: item.ident.to_string(),
            kind: AdtKind::Struct {
                fields: fields.collect(),
                tuple,
            },
            generics: generics.into_iter().map(|generic| generic.name).collect(),
            align: None,
        }
    }
}

fn enum_def(item: &syn::ItemEnum) -> AdtDef {
    let variants = item.variants.iter().zip(0..);
    let variants = variants.map(|(variant, index)| (variant.ident.to_string(), index));
    AdtDef {
        id: format!("test::{}", item.ident),
        name: item.ident.to_string(),
        generics: vec![],
        kind: AdtKind::Enum {
            variants: variants.collect(),
            repr: Int::U32,
        },
        align: None,
    }
}

impl Env for Crate {
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>> {
        let name = path.last().ident.to_string();
        if let Some(function) = self.functions.get(&name) {
            if function.is_kernel() {
                return Lookup::Unfit(format!("`{name}` is a kernel: it is launched, not called"));
            }
            let sig = types::signature(function, format!("test::{name}"), self);
            // A bad signature is reported where it stands.
            return sig.map_or(Lookup::Unknown, |sig| Lookup::Found(Arc::new(sig)));
        }
        for item in &self.file.items {
            if let syn::Item::Fn(item) = item
                && item.sig.ident == name
            {
                return Lookup::Unfit(format!("`{name}` is a function of the host"));
            }
        }
        Lookup::NotFound
    }

    fn ty(&self, path: &Path) -> Lookup<TypeDef> {
        let name = &path.last().ident;
        for item in &self.file.items {
            match item {
                syn::Item::Struct(item) if item.ident == *name => {
                    if item.attrs.is_empty() {
                        return Lookup::Unfit(format!("`{name}` has no `#[derive(DeviceCopy)]`"));
                    }
                    return Lookup::Found(TypeDef::Adt(Arc::new(self.struct_def(item))));
                }
                syn::Item::Enum(item) if item.ident == *name => {
                    return Lookup::Found(TypeDef::Adt(Arc::new(enum_def(item))));
                }
                syn::Item::Type(item) if item.ident == *name => {
                    let ty = parse::type_expr(&item.ty).expect("a type");
                    let ty = types::lower_type(&ty, &[], self).expect("a known type");
                    return Lookup::Found(TypeDef::Alias(ty));
                }
                _ => {}
            }
        }
        Lookup::NotFound
    }

    fn constant(&self, path: &Path) -> Lookup<Arc<ConstDef>> {
        let name = &path.last().ident;
        for item in &self.file.items {
            if let syn::Item::Const(item) = item
                && item.ident == *name
            {
                let (ty_expr, body) = parse::constant(item).expect("a constant");
                let ty = types::lower_type(&ty_expr, &[], self).expect("a known type");
                return Lookup::Found(Arc::new(ConstDef {
                    id: format!("test::{name}"),
                    name: name.clone(),
                    ty,
                    ty_expr,
                    body,
                }));
            }
        }
        Lookup::NotFound
    }
}
