//! What a crate's modules hold by name: items and `use` declarations, not yet resolved.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, Visibility};

use crate::sources::{self, Entry, EntryKind, unraw};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(pub usize);

/// Rust's namespaces, as far as device code has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// Modules, structs, enums, aliases, traits.
    Type,
    /// Functions, constants, statics.
    Value,
}

/// One crate.
pub struct Index {
    pub scopes: Vec<Scope>,
    pub defs: Vec<Def>,
}

/// A module, or a block with items.
pub struct Scope {
    /// The scope around it: of a module the module, of a block what it stands in.
    pub parent: Option<ScopeId>,
    pub is_block: bool,
    pub types: HashMap<String, Vec<Binding>>,
    pub values: HashMap<String, Vec<Binding>>,
    pub globs: Vec<Import>,
}

/// What a name in a scope stands for.
pub struct Binding {
    pub vis: Reach,
    pub target: Target,
}

pub enum Target {
    Module(ScopeId, Option<String>),
    Def(DefId),
    Import(Import),
}

/// A `use`, without the name it gives.
#[derive(Debug, Clone)]
pub struct Import {
    pub vis: Reach,
    pub path: Vec<String>,
    /// `::a::b`.
    pub leading_colon: bool,
    /// The name in a `cfg` that could not be evaluated.
    pub unknown: Option<String>,
}

/// Who may see an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Everyone, or everyone in the crate: which of both does not matter for finding a definition.
    Crate,
    /// The module `up` levels above the item's own, and all within.
    Module { up: usize },
}

/// An item that a path may lead to.
pub struct Def {
    /// The full path, `krate::module::name`, unique in the crate.
    pub id: String,
    pub name: String,
    pub scope: ScopeId,
    pub file: Rc<Path>,
    /// Of the name, as `proc_macro2` counts: from 1.
    pub line: u32,
    /// Of the name, from 0.
    pub column: u32,
    /// The name in a `cfg` that could not be evaluated.
    pub unknown: Option<String>,
    pub kind: DefKind,
}

pub enum DefKind {
    /// Under `#[group_kernel]`: the arguments of the attribute and the item.
    Kernel(TokenStream, TokenStream),
    /// Under `#[device_fn]`.
    DeviceFn(TokenStream, TokenStream),
    PlainFn,
    Const(Box<syn::ItemConst>),
    /// A struct or an enum, and whether it derives `DeviceCopy`.
    Adt(Box<syn::DeriveInput>, bool),
    Alias(Box<syn::ItemType>),
    /// What device code cannot use, as a reader calls it.
    Other(&'static str),
}

/// Builds the index of a crate whose items have paths that begin with `krate`.
pub fn build(krate: &str, root: sources::Scope) -> Index {
    let mut builder = Builder {
        index: Index {
            scopes: Vec::new(),
            defs: Vec::new(),
        },
        ids: HashMap::new(),
    };
    builder.scope(None, krate.to_owned(), root);
    builder.index
}

impl Index {
    pub const ROOT: ScopeId = ScopeId(0);

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0]
    }

    pub fn def(&self, id: DefId) -> &Def {
        &self.defs[id.0]
    }

    /// The module a scope is in: itself unless it is a block.
    pub fn module_of(&self, mut id: ScopeId) -> ScopeId {
        while self.scope(id).is_block {
            id = self.scope(id).parent.expect("a block stands in a module");
        }
        id
    }

    /// The module around the module of a scope.
    pub fn parent_module(&self, id: ScopeId) -> Option<ScopeId> {
        let parent = self.scope(self.module_of(id)).parent?;
        Some(self.module_of(parent))
    }

    /// Whether what has this reach in the scope `at` may be named from the scope `from`, or from
    /// another crate.
    pub fn visible(&self, reach: Reach, at: ScopeId, from: Option<ScopeId>) -> bool {
        let Reach::Module { up } = reach else {
            return true;
        };
        let mut limit = self.module_of(at);
        for _ in 0..up {
            limit = self.parent_module(limit).unwrap_or(Index::ROOT);
        }
        let mut module = from.map(|from| self.module_of(from));
        while let Some(id) = module {
            if id == limit {
                return true;
            }
            module = self.parent_module(id);
        }
        false
    }
}

impl Scope {
    pub fn names(&self, namespace: Namespace) -> &HashMap<String, Vec<Binding>> {
        match namespace {
            Namespace::Type => &self.types,
            Namespace::Value => &self.values,
        }
    }
}

impl DefKind {
    fn of(item: &Item) -> Option<DefKind> {
        Some(match item {
            Item::Fn(item) => function(item),
            Item::Const(item) => DefKind::Const(Box::new(item.clone())),
            Item::Struct(syn::ItemStruct { attrs, .. })
            | Item::Enum(syn::ItemEnum { attrs, .. }) => {
                let device_copy = derives_device_copy(attrs);
                match syn::parse2(item.to_token_stream()) {
                    Ok(input) => DefKind::Adt(Box::new(input), device_copy),
                    Err(_) => DefKind::Other("type"),
                }
            }
            Item::Type(item) => DefKind::Alias(Box::new(item.clone())),
            Item::Static(_) => DefKind::Other("static"),
            Item::Union(_) => DefKind::Other("union"),
            Item::Trait(_) | Item::TraitAlias(_) => DefKind::Other("trait"),
            _ => return None,
        })
    }

    /// In which namespaces its name is.
    fn namespaces(&self, item: &Item) -> &'static [Namespace] {
        match (self, item) {
            (DefKind::Adt(..), Item::Struct(item))
                if !matches!(item.fields, syn::Fields::Named(_)) =>
            {
                &[Namespace::Type, Namespace::Value]
            }
            (DefKind::Adt(..) | DefKind::Alias(_), _) => &[Namespace::Type],
            (DefKind::Other("static"), _) => &[Namespace::Value],
            (DefKind::Other(_), _) => &[Namespace::Type],
            _ => &[Namespace::Value],
        }
    }
}

/// A kernel and a device function are known by the last name of their attribute, however the path to
/// it is written.
fn function(item: &syn::ItemFn) -> DefKind {
    let marker = |name: &str| {
        item.attrs.iter().find(|attr| {
            attr.path()
                .segments
                .last()
                .is_some_and(|last| last.ident == name)
        })
    };
    let arguments = |attr: &Attribute| match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        syn::Meta::Path(_) | syn::Meta::NameValue(_) => TokenStream::new(),
    };
    let without = |attr: &Attribute| {
        let mut item = item.clone();
        item.attrs.retain(|one| one != attr);
        item.into_token_stream()
    };
    if let Some(attr) = marker("group_kernel") {
        DefKind::Kernel(arguments(attr), without(attr))
    } else if let Some(attr) = marker("device_fn") {
        DefKind::DeviceFn(arguments(attr), without(attr))
    } else {
        DefKind::PlainFn
    }
}

fn derives_device_copy(attrs: &[Attribute]) -> bool {
    let mut found = false;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        let paths = attr.parse_args_with(
            syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated,
        );
        found |= paths.is_ok_and(|paths| {
            paths.iter().any(|path| {
                path.segments
                    .last()
                    .is_some_and(|last| last.ident == "DeviceCopy")
            })
        });
    }
    found
}

fn reach(vis: &Visibility) -> Reach {
    match vis {
        Visibility::Public(_) => Reach::Crate,
        Visibility::Inherited => Reach::Module { up: 0 },
        Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            match path.segments.first() {
                Some(first) if first.ident == "self" => Reach::Module { up: 0 },
                Some(first) if first.ident == "super" => Reach::Module {
                    up: path.segments.len(),
                },
                // `pub(in a::b)` names a module around the item: taking it for the whole crate finds
                // no other definition than rustc would.
                _ => Reach::Crate,
            }
        }
    }
}

struct Builder {
    index: Index,
    /// How many definitions have each full path: two blocks of a function may hold the same name.
    ids: HashMap<String, usize>,
}

impl Builder {
    fn scope(&mut self, parent: Option<ScopeId>, path: String, source: sources::Scope) -> ScopeId {
        let id = ScopeId(self.index.scopes.len());
        self.index.scopes.push(Scope {
            parent,
            is_block: source.is_block,
            types: HashMap::new(),
            values: HashMap::new(),
            globs: Vec::new(),
        });
        for entry in source.entries {
            let Entry {
                file,
                kind,
                unknown,
            } = entry;
            match kind {
                EntryKind::Module(module, vis) => {
                    let name = module.name.clone();
                    let inner = self.scope(Some(id), format!("{path}::{name}"), module);
                    let target = Target::Module(inner, unknown);
                    self.bind(id, Namespace::Type, name, reach(&vis), target);
                }
                EntryKind::Block(block) => {
                    let inside = match block.name.as_str() {
                        "" => path.clone(),
                        function => format!("{path}::{function}"),
                    };
                    self.scope(Some(id), inside, block);
                }
                EntryKind::Item(item) => self.item(id, &path, &item, &file, unknown),
            }
        }
        id
    }

    fn item(
        &mut self,
        scope: ScopeId,
        path: &str,
        item: &Item,
        file: &Rc<Path>,
        unknown: Option<String>,
    ) {
        match item {
            Item::Use(item) => {
                let start = Import {
                    vis: reach(&item.vis),
                    path: Vec::new(),
                    leading_colon: item.leading_colon.is_some(),
                    unknown,
                };
                self.use_tree(scope, &item.tree, start);
            }
            Item::ExternCrate(item) => {
                let name = match &item.rename {
                    Some((_, rename)) => unraw(rename),
                    None => unraw(&item.ident),
                };
                let is_self = item.ident == "self";
                let import = Import {
                    vis: reach(&item.vis),
                    path: vec![if is_self {
                        "crate".to_owned()
                    } else {
                        unraw(&item.ident)
                    }],
                    leading_colon: !is_self,
                    unknown,
                };
                self.import(scope, name, import);
            }
            item => {
                let (Some(kind), Some((ident, vis))) = (DefKind::of(item), name_of(item)) else {
                    return;
                };
                let namespaces = kind.namespaces(item);
                let name = unraw(ident);
                let mut full = format!("{path}::{name}");
                let same = self.ids.entry(full.clone()).or_insert(0);
                *same += 1;
                if *same > 1 {
                    full = format!("{full}_{same}");
                }
                let def = DefId(self.index.defs.len());
                let start = ident.span().start();
                self.index.defs.push(Def {
                    id: full,
                    name: name.clone(),
                    scope,
                    file: file.clone(),
                    line: start.line as u32,
                    column: start.column as u32,
                    unknown,
                    kind,
                });
                for namespace in namespaces {
                    self.bind(
                        scope,
                        *namespace,
                        name.clone(),
                        reach(vis),
                        Target::Def(def),
                    );
                }
            }
        }
    }

    fn use_tree(&mut self, scope: ScopeId, tree: &UseTree, mut import: Import) {
        match tree {
            UseTree::Path(path) => {
                import.path.push(unraw(&path.ident));
                self.use_tree(scope, &path.tree, import);
            }
            UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = import.path.last().cloned() {
                    self.import(scope, last, import);
                }
            }
            UseTree::Name(name) => {
                let name = unraw(&name.ident);
                import.path.push(name.clone());
                self.import(scope, name, import);
            }
            UseTree::Rename(rename) => {
                if rename.ident != "self" {
                    import.path.push(unraw(&rename.ident));
                }
                self.import(scope, unraw(&rename.rename), import);
            }
            UseTree::Glob(_) => self.index.scopes[scope.0].globs.push(import),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(scope, tree, import.clone());
                }
            }
        }
    }

    fn import(&mut self, scope: ScopeId, name: String, import: Import) {
        for namespace in [Namespace::Type, Namespace::Value] {
            let target = Target::Import(import.clone());
            self.bind(scope, namespace, name.clone(), import.vis, target);
        }
    }

    fn bind(
        &mut self,
        scope: ScopeId,
        namespace: Namespace,
        name: String,
        vis: Reach,
        target: Target,
    ) {
        let scope = &mut self.index.scopes[scope.0];
        let names = match namespace {
            Namespace::Type => &mut scope.types,
            Namespace::Value => &mut scope.values,
        };
        names.entry(name).or_default().push(Binding { vis, target });
    }
}

fn name_of(item: &Item) -> Option<(&syn::Ident, &Visibility)> {
    Some(match item {
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Static(item) => (&item.ident, &item.vis),
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        Item::TraitAlias(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        Item::Union(item) => (&item.ident, &item.vis),
        _ => return None,
    })
}
