//! From the text of a program to what the analysis says of it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use phalanx_compiler::converge;
use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::syntax::ast::{Function, Path};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::{ConstDef, Env, FunctionSig, Lookup, TypeDef};
use phalanx_compiler::types::ty::{AdtDef, AdtKind};
use phalanx_compiler::types::typed::TypedFunction;
use quote::ToTokens;

/// A program whose types are known: one kernel and the device functions it may call.
pub struct Program {
    /// By their names.
    pub functions: BTreeMap<String, TypedFunction>,
    pub kernel: String,
}

/// What the analysis found in a program.
pub struct Analysis {
    /// The facts of each function that is accepted.
    pub facts: HashMap<String, converge::Facts>,
    pub refusals: Vec<Refusal>,
}

/// A refusal and the function in which it stands.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub function: String,
    pub diagnostic: Diagnostic,
}

impl Program {
    /// Parses a source and gives it its types.
    ///
    /// # Errors
    ///
    /// What is wrong with it before the analysis sees it.
    pub fn new(source: &str) -> Result<Program, String> {
        let file = syn::parse_file(source).map_err(|error| format!("not Rust: {error}"))?;
        let items = Items::new(&file)?;
        let mut functions = BTreeMap::new();
        let mut kernels = Vec::new();
        for (name, function) in &items.functions {
            if function.is_kernel() {
                kernels.push(name.clone());
            }
            let typed = items.typed(function).map_err(|errors| texts(&errors))?;
            functions.insert(name.clone(), typed);
        }
        match kernels.as_slice() {
            [kernel] => Ok(Program {
                functions,
                kernel: kernel.clone(),
            }),
            kernels => Err(format!("one kernel is needed, not {}", kernels.len())),
        }
    }

    pub fn kernel(&self) -> &TypedFunction {
        &self.functions[&self.kernel]
    }

    /// Asks the convergence stage.
    pub fn analyse(&self) -> Analysis {
        let mut analysis = Analysis {
            facts: HashMap::new(),
            refusals: Vec::new(),
        };
        for (name, function) in &self.functions {
            match converge::check(function) {
                Ok(facts) => {
                    analysis.facts.insert(name.clone(), facts);
                }
                Err(errors) => analysis
                    .refusals
                    .extend(errors.0.into_iter().map(|diagnostic| Refusal {
                        function: name.clone(),
                        diagnostic,
                    })),
            }
        }
        analysis
    }
}

impl Analysis {
    pub fn accepts(&self) -> bool {
        self.refusals.is_empty()
    }
}

/// The items of a source, each name looked up by its last part.
struct Items<'f> {
    file: &'f syn::File,
    functions: BTreeMap<String, Function>,
}

impl<'f> Items<'f> {
    fn new(file: &'f syn::File) -> Result<Items<'f>, String> {
        let mut functions = BTreeMap::new();
        for item in &file.items {
            let syn::Item::Fn(item) = item else { continue };
            let is = |name: &str| item.attrs.iter().any(|attr| attr.path().is_ident(name));
            let mut bare = item.clone();
            bare.attrs.clear();
            let parsed = if is("group_kernel") {
                parse::kernel(Default::default(), bare.to_token_stream())
            } else if is("device_fn") {
                parse::device_fn(Default::default(), bare.to_token_stream())
            } else {
                continue;
            };
            let parsed = parsed.map_err(|errors| texts(&errors))?;
            functions.insert(item.sig.ident.to_string(), parsed);
        }
        Ok(Items { file, functions })
    }

    fn typed(&self, function: &Function) -> Result<TypedFunction, Errors> {
        let sig = types::signature(function, function.name.to_string(), self)?;
        types::check(function.clone(), sig.into(), String::new(), self)
    }

    fn struct_def(&self, item: &syn::ItemStruct) -> AdtDef {
        let tuple = matches!(item.fields, syn::Fields::Unnamed(_));
        let fields = item.fields.iter().enumerate().map(|(index, field)| {
            let name = field
                .ident
                .as_ref()
                .map_or_else(|| index.to_string(), ToString::to_string);
            let ty = parse::type_expr(&field.ty).expect("a type of the language");
            let ty = types::lower_type(&ty, &[], self).expect("a known type");
            (name, ty)
        });
        AdtDef {
            id: item.ident.to_string(),
            name: item.ident.to_string(),
            kind: AdtKind::Struct {
                fields: fields.collect(),
                tuple,
            },
            generics: Vec::new(),
            align: None,
        }
    }
}

impl Env for Items<'_> {
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>> {
        let name = path.last().ident.to_string();
        match self.functions.get(&name) {
            Some(function) => match types::signature(function, name, self) {
                Ok(sig) => Lookup::Found(Arc::new(sig)),
                Err(errors) => Lookup::Unfit(texts(&errors)),
            },
            None => Lookup::NotFound,
        }
    }

    fn ty(&self, path: &Path) -> Lookup<TypeDef> {
        let name = &path.last().ident;
        let found = self.file.items.iter().find_map(|item| match item {
            syn::Item::Struct(item) if item.ident == *name => Some(item),
            _ => None,
        });
        match found {
            Some(item) => Lookup::Found(TypeDef::Adt(Arc::new(self.struct_def(item)))),
            None => Lookup::NotFound,
        }
    }

    fn constant(&self, _: &Path) -> Lookup<Arc<ConstDef>> {
        Lookup::NotFound
    }
}

/// All messages, a line each.
pub fn texts(errors: &Errors) -> String {
    let lines = errors.0.iter().map(|diagnostic| {
        let at = diagnostic.span.start();
        format!("{}:{}: {}", at.line, at.column + 1, diagnostic.text())
    });
    lines.collect::<Vec<_>>().join("\n")
}
