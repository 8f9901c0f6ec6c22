//! A program made of one source text, as the build script makes it of a crate: names are looked up by their last
//! part. Modules in the text are one level deep.

use std::collections::HashMap;
use std::sync::Arc;

use phalanx_compiler::cuda::{self, Options, Unit};
use phalanx_compiler::program::Program;
use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::{Function, Path};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::{
    ConstDef, Env, FunctionSig, Lookup, SigGeneric, SigGenericKind, TypeDef,
};
use phalanx_compiler::types::ty::{AdtDef, AdtKind, Int, Ty};
use quote::ToTokens;

/// The items of a source by their path below the crate.
struct Source {
    functions: HashMap<String, Function>,
    items: Vec<(String, syn::Item)>,
}

/// The C++ of the kernel `name` in `source`.
pub(crate) fn unit(source: &str, name: &str) -> Unit {
    try_unit(source, name).unwrap_or_else(|errors| panic!("{}", texts(&errors)))
}

pub(crate) fn try_unit(source: &str, name: &str) -> Result<Unit, Errors> {
    unit_with(source, name, Options::default())
}

pub(crate) fn unit_with(source: &str, name: &str, options: Options) -> Result<Unit, Errors> {
    let source = Source::parse(source);
    let program = source.program();
    cuda::unit(&program, &format!("demo::{name}"), options)
}

pub(crate) fn texts(errors: &Errors) -> String {
    let texts = errors.0.iter().map(|error| {
        let start = error.span.start();
        format!("{}:{}: {}", start.line, start.column + 1, error.text())
    });
    texts.collect::<Vec<_>>().join("\n")
}

impl Source {
    fn parse(source: &str) -> Source {
        let file = syn::parse_file(source).expect("Rust");
        let mut this = Source {
            functions: HashMap::new(),
            items: Vec::new(),
        };
        for item in file.items {
            match item {
                syn::Item::Mod(module) => {
                    let (_, items) = module.content.expect("a module in place");
                    for item in items {
                        this.add(&format!("{}::", module.ident), item);
                    }
                }
                item => this.add("", item),
            }
        }
        this
    }

    fn add(&mut self, module: &str, item: syn::Item) {
        match &item {
            syn::Item::Fn(function) => {
                let name = |attr: &syn::Attribute| attr.path().to_token_stream().to_string();
                let ours = function
                    .attrs
                    .iter()
                    .find(|attr| ["group_kernel", "device_fn"].contains(&&*name(attr)));
                let attr = ours.expect("every function is for the device");
                let arguments = match &attr.meta {
                    syn::Meta::List(list) => list.tokens.clone(),
                    _ => Default::default(),
                };
                let mut bare = function.clone();
                bare.attrs.retain(|attr| attr.path().is_ident("doc"));
                let parsed = match name(attr) == "group_kernel" {
                    true => parse::kernel(arguments, bare.to_token_stream()),
                    false => parse::device_fn(arguments, bare.to_token_stream()),
                };
                let parsed = parsed.unwrap_or_else(|errors| panic!("{}", texts(&errors)));
                self.functions
                    .insert(format!("{module}{}", function.sig.ident), parsed);
            }
            syn::Item::Struct(syn::ItemStruct { ident, .. })
            | syn::Item::Enum(syn::ItemEnum { ident, .. })
            | syn::Item::Const(syn::ItemConst { ident, .. }) => {
                self.items.push((format!("{module}{ident}"), item))
            }
            syn::Item::Use(_) => {}
            _ => panic!("an item that the tests do not need"),
        }
    }

    fn program(&self) -> Program {
        let mut program = Program::default();
        for (path, function) in &self.functions {
            let id = format!("demo::{path}");
            let sig = types::signature(function, id.clone(), self);
            let sig = Arc::new(sig.unwrap_or_else(|errors| panic!("{}", texts(&errors))));
            let typed = types::check(function.clone(), sig, "src/lib.rs".into(), self);
            let typed = typed.unwrap_or_else(|errors| panic!("{}", texts(&errors)));
            program.functions.insert(id, Arc::new(typed));
        }
        for (path, item) in &self.items {
            if let syn::Item::Const(item) = item {
                let def = self.const_def(path, item);
                let typed = types::check_const(def.clone(), self);
                let typed = typed.unwrap_or_else(|errors| panic!("{}", texts(&errors)));
                program.constants.insert(def.id.clone(), Arc::new(typed));
            }
        }
        program
    }

    /// `a::f` by its whole path, or else by its last name.
    fn find<'a, T>(
        path: &Path,
        items: impl Iterator<Item = (&'a String, T)>,
    ) -> Option<(&'a String, T)> {
        let text = path.to_text();
        let last = path.last().ident.to_string();
        let mut found = None;
        for (name, item) in items {
            if *name == text {
                return Some((name, item));
            }
            if name.rsplit("::").next() == Some(&*last) && !text.contains("::") {
                found = Some((name, item));
            }
        }
        found
    }

    fn const_def(&self, path: &str, item: &syn::ItemConst) -> Arc<ConstDef> {
        let (ty_expr, body) = parse::constant(item).expect("a constant");
        let ty = types::lower_type(&ty_expr, &[], self).expect("a known type");
        Arc::new(ConstDef {
            id: format!("demo::{path}"),
            name: item.ident.clone(),
            ty,
            ty_expr,
            body,
        })
    }

    fn struct_def(&self, path: &str, item: &syn::ItemStruct) -> AdtDef {
        let generics: Vec<SigGeneric> = item
            .generics
            .params
            .iter()
            .map(|param| match param {
                syn::GenericParam::Type(param) => SigGeneric {
                    name: param.ident.to_string(),
                    kind: SigGenericKind::Value { bounds: vec![] },
                },
                syn::GenericParam::Const(param) => SigGeneric {
                    name: param.ident.to_string(),
                    kind: SigGenericKind::Const { ty: Ty::USIZE },
                },
                syn::GenericParam::Lifetime(_) => panic!("no lifetimes"),
            })
            .collect();
        let fields = item.fields.iter().enumerate().map(|(index, field)| {
            let name = field
                .ident
                .as_ref()
                .map_or(index.to_string(), ToString::to_string);
            let ty = parse::type_expr(&field.ty).expect("a type");
            (
                name,
                types::lower_type(&ty, &generics, self).expect("a known type"),
            )
        });
        let align = item
            .attrs
            .iter()
            .find(|attr| attr.path().is_ident("repr"))
            .and_then(|attr| {
                let text = attr.to_token_stream().to_string();
                let (_, align) = text.split_once("align (")?;
                align.split(')').next()?.trim().parse().ok()
            });
        AdtDef {
            id: format!("demo::{path}"),
            name: item.ident.to_string(),
            align,
            kind: AdtKind::Struct {
                fields: fields.collect(),
                tuple: matches!(item.fields, syn::Fields::Unnamed(_)),
            },
            generics: generics.into_iter().map(|generic| generic.name).collect(),
        }
    }
}

fn enum_def(path: &str, item: &syn::ItemEnum) -> AdtDef {
    let variants = item.variants.iter().zip(0..);
    AdtDef {
        id: format!("demo::{path}"),
        name: item.ident.to_string(),
        generics: vec![],
        kind: AdtKind::Enum {
            variants: variants
                .map(|(variant, index)| (variant.ident.to_string(), index))
                .collect(),
            repr: Int::U8,
        },
        align: None,
    }
}

impl Env for Source {
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>> {
        let Some((name, function)) = Source::find(path, self.functions.iter()) else {
            return Lookup::NotFound;
        };
        let sig = types::signature(function, format!("demo::{name}"), self);
        sig.map_or(Lookup::Unknown, |sig| Lookup::Found(Arc::new(sig)))
    }

    fn ty(&self, path: &Path) -> Lookup<TypeDef> {
        match Source::find(path, self.items.iter().map(|(name, item)| (name, item))) {
            Some((path, syn::Item::Struct(item))) => {
                Lookup::Found(TypeDef::Adt(Arc::new(self.struct_def(path, item))))
            }
            Some((path, syn::Item::Enum(item))) => {
                Lookup::Found(TypeDef::Adt(Arc::new(enum_def(path, item))))
            }
            _ => Lookup::NotFound,
        }
    }

    fn constant(&self, path: &Path) -> Lookup<Arc<ConstDef>> {
        match Source::find(path, self.items.iter().map(|(name, item)| (name, item))) {
            Some((path, syn::Item::Const(item))) => Lookup::Found(self.const_def(path, item)),
            _ => Lookup::NotFound,
        }
    }
}
