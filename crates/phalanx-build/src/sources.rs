//! The items of one crate, found as rustc finds them: from the root file through `mod`, `#[path]`,
//! `include!` and `cfg`.
//!
//! The rules for files are those of the reference, "Module Source Filenames" and "The path attribute".

use std::path::{Path, PathBuf};
use std::rc::Rc;

use proc_macro2::Span;
use syn::visit::Visit;
use syn::{Attribute, Item, Visibility};

use crate::cfg::{CfgSet, Truth};

/// The items of a crate.
pub struct Tree {
    pub root: Scope,
    /// Every file that was read.
    pub files: Vec<PathBuf>,
    /// Whether a file asks for `cfg(test)`.
    pub mentions_test: bool,
    /// What could not be followed. Rustc reports what is wrong with the sources; these lines tell
    /// where kernels may have gone unnoticed.
    pub problems: Vec<String>,
}

/// A module, or a block of a function that holds items.
pub struct Scope {
    /// Of a block: the function it stands in.
    pub name: String,
    pub is_block: bool,
    pub entries: Vec<Entry>,
}

/// One item of a scope.
pub struct Entry {
    pub file: Rc<Path>,
    pub kind: EntryKind,
    /// The name in a `cfg` that could not be evaluated: the item may or may not be there.
    pub unknown: Option<String>,
}

pub enum EntryKind {
    /// Its attributes have no `cfg_attr` left.
    Item(Box<Item>),
    Module(Scope, Visibility),
    /// A block inside the item before it.
    Block(Scope),
}

/// Reads a crate from its root file.
pub fn read(root: &Path, cfg: &CfgSet) -> Tree {
    let mut reader = Reader {
        cfg,
        files: Vec::new(),
        mentions_test: false,
        problems: Vec::new(),
        open: Vec::new(),
    };
    let folder = Folder {
        path: parent(root),
        own: None,
    };
    let entries = reader.file(root, folder, None).unwrap_or_default();
    Tree {
        root: Scope {
            name: String::new(),
            is_block: false,
            entries,
        },
        files: reader.files,
        mentions_test: reader.mentions_test,
        problems: reader.problems,
    }
}

/// Where the files of a module's own modules are looked for.
#[derive(Clone)]
struct Folder {
    path: PathBuf,
    /// In `a.rs`, whose modules are in `a/` while `#[path]` starts beside `a.rs`: `a`.
    own: Option<String>,
}

struct Reader<'a> {
    cfg: &'a CfgSet,
    files: Vec<PathBuf>,
    mentions_test: bool,
    problems: Vec<String>,
    /// The files being read, to stop where one includes itself.
    open: Vec<PathBuf>,
}

/// Where in the sources the reader is.
#[derive(Clone)]
struct Here {
    file: Rc<Path>,
    folder: Folder,
    unknown: Option<String>,
}

impl Reader<'_> {
    /// The entries of a file; `None` if it cannot be read or parsed.
    fn file(&mut self, path: &Path, folder: Folder, unknown: Option<String>) -> Option<Vec<Entry>> {
        if self.open.iter().any(|open| open == path) {
            return None;
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                self.problems.push(format!("{}: {error}", path.display()));
                return None;
            }
        };
        if !self.files.iter().any(|file| file == path) {
            self.files.push(path.to_owned());
        }
        let file = match syn::parse_file(&text) {
            Ok(file) => file,
            Err(error) => {
                let at = error.span().start();
                self.problems.push(format!(
                    "{}:{}:{}: {error}",
                    path.display(),
                    at.line,
                    at.column + 1
                ));
                return None;
            }
        };
        self.mentions_test |= crate::cfg::mentions_test(&file);
        let unknown = match self.cfg.allows(&file.attrs) {
            Truth::Yes => unknown,
            Truth::No => return Some(Vec::new()),
            Truth::Unknown(name) => unknown.or(Some(name)),
        };
        let here = Here {
            file: path.into(),
            folder,
            unknown,
        };
        self.open.push(path.to_owned());
        let entries = self.items(file.items, &here);
        self.open.pop();
        Some(entries)
    }

    fn items(&mut self, items: Vec<Item>, here: &Here) -> Vec<Entry> {
        let mut entries = Vec::new();
        for mut item in items {
            let mut here = here.clone();
            if let Some(attrs) = attrs_mut(&mut item) {
                let (expanded, unknown) = self.cfg.expand(attrs);
                *attrs = expanded;
                here.unknown = here.unknown.or(unknown);
                match self.cfg.allows(attrs) {
                    Truth::Yes => {}
                    Truth::No => continue,
                    Truth::Unknown(name) => here.unknown = here.unknown.or(Some(name)),
                }
            }
            match item {
                Item::Mod(module) => entries.extend(self.module(module, &here)),
                Item::Macro(call) if call.mac.path.is_ident("include") => {
                    entries.extend(self.include(&call.mac, &here));
                }
                item => {
                    let blocks = self.blocks_of(&item, &here);
                    entries.push(Entry {
                        file: here.file.clone(),
                        kind: EntryKind::Item(Box::new(item)),
                        unknown: here.unknown.clone(),
                    });
                    entries.extend(blocks);
                }
            }
        }
        entries
    }

    fn module(&mut self, module: syn::ItemMod, here: &Here) -> Option<Entry> {
        let name = unraw(&module.ident);
        let path = path_attr(&module.attrs);
        let entries = match module.content {
            Some((_, items)) => {
                let inside = Here {
                    folder: inline_folder(&here.folder, &name, path.as_deref()),
                    ..here.clone()
                };
                self.items(items, &inside)
            }
            None => {
                let (file, folder) = self.module_file(&module.ident, path.as_deref(), here)?;
                self.file(&file, folder, here.unknown.clone())?
            }
        };
        Some(Entry {
            file: here.file.clone(),
            kind: EntryKind::Module(
                Scope {
                    name,
                    is_block: false,
                    entries,
                },
                module.vis,
            ),
            unknown: here.unknown.clone(),
        })
    }

    /// The file of `mod name;` and where that file's own modules are.
    fn module_file(
        &mut self,
        ident: &syn::Ident,
        path: Option<&str>,
        here: &Here,
    ) -> Option<(PathBuf, Folder)> {
        let name = unraw(ident);
        if let Some(path) = path {
            // Such a file is like a `mod.rs`: its own modules stand beside it.
            let file = here.folder.path.join(path);
            let folder = Folder {
                path: parent(&file),
                own: None,
            };
            return Some((file, folder));
        }
        let mut folder = here.folder.path.clone();
        folder.extend(&here.folder.own);
        let plain = folder.join(format!("{name}.rs"));
        if plain.is_file() {
            let own = Folder {
                path: folder,
                own: Some(name),
            };
            return Some((plain, own));
        }
        let nested = folder.join(&name).join("mod.rs");
        if nested.is_file() {
            let own = Folder {
                path: folder.join(&name),
                own: None,
            };
            return Some((nested, own));
        }
        self.problem(
            ident.span(),
            here,
            format!("there is no file for `mod {name};`"),
        );
        None
    }

    /// `include!("file")`: the items of the file, as if they stood here.
    fn include(&mut self, call: &syn::Macro, here: &Here) -> Vec<Entry> {
        let span = call.path.segments[0].ident.span();
        let Ok(name) = call.parse_body::<syn::LitStr>() else {
            self.problem(
                span,
                here,
                "only `include!` of a plain string is followed".to_owned(),
            );
            return Vec::new();
        };
        let file = parent(&here.file).join(name.value());
        let folder = Folder {
            path: parent(&file),
            own: None,
        };
        self.file(&file, folder, here.unknown.clone())
            .unwrap_or_default()
    }

    /// The blocks inside an item that hold items of their own, such as the body of a test with a
    /// kernel in it.
    fn blocks_of(&mut self, item: &Item, here: &Here) -> Vec<Entry> {
        let mut search = BlockSearch {
            name: String::new(),
            blocks: Vec::new(),
        };
        search.visit_item(item);
        search
            .blocks
            .into_iter()
            .map(|(name, block)| self.block(name, block, here))
            .collect()
    }

    fn block(&mut self, name: String, block: &syn::Block, here: &Here) -> Entry {
        let items = block
            .stmts
            .iter()
            .filter_map(|stmt| match stmt {
                syn::Stmt::Item(item) => Some(item.clone()),
                _ => None,
            })
            .collect();
        let mut entries = self.items(items, here);
        // Blocks in the statements see the items of this one.
        let mut search = BlockSearch {
            name: name.clone(),
            blocks: Vec::new(),
        };
        for stmt in &block.stmts {
            if !matches!(stmt, syn::Stmt::Item(_)) {
                search.visit_stmt(stmt);
            }
        }
        for (name, inner) in search.blocks {
            entries.push(self.block(name, inner, here));
        }
        Entry {
            file: here.file.clone(),
            kind: EntryKind::Block(Scope {
                name,
                is_block: true,
                entries,
            }),
            unknown: here.unknown.clone(),
        }
    }

    fn problem(&mut self, span: Span, here: &Here, what: String) {
        let at = span.start();
        self.problems.push(format!(
            "{}:{}:{}: {what}",
            here.file.display(),
            at.line,
            at.column + 1
        ));
    }
}

/// Finds the outermost blocks that hold items, and the function each stands in.
struct BlockSearch<'ast> {
    name: String,
    blocks: Vec<(String, &'ast syn::Block)>,
}

impl<'ast> Visit<'ast> for BlockSearch<'ast> {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.name = unraw(&signature.ident);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        if block
            .stmts
            .iter()
            .any(|stmt| matches!(stmt, syn::Stmt::Item(_)))
        {
            self.blocks.push((self.name.clone(), block));
        } else {
            syn::visit::visit_block(self, block);
        }
    }
}

/// Where the modules of `mod name { … }` are looked for.
fn inline_folder(outside: &Folder, name: &str, path: Option<&str>) -> Folder {
    let mut folder = outside.path.clone();
    match path {
        Some(path) => folder.push(path),
        None => {
            folder.extend(&outside.own);
            folder.push(name);
        }
    }
    Folder {
        path: folder,
        own: None,
    }
}

fn path_attr(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().find_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(path),
                ..
            }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}

fn parent(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_owned()
}

/// The name without `r#`.
pub fn unraw(ident: &syn::Ident) -> String {
    syn::ext::IdentExt::unraw(ident).to_string()
}

fn attrs_mut(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::TraitAlias(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder as Crate;

    /// `module::name` of every function, and the file it stands in.
    fn functions(scope: &Scope, at: &str, root: &Path, found: &mut Vec<String>) {
        for entry in &scope.entries {
            match &entry.kind {
                EntryKind::Item(item) => {
                    if let Item::Fn(function) = &**item {
                        let file = entry.file.strip_prefix(root).unwrap_or(&entry.file);
                        let unknown = match &entry.unknown {
                            Some(name) => format!(" if {name}"),
                            None => String::new(),
                        };
                        found.push(format!(
                            "{at}{} {}{unknown}",
                            function.sig.ident,
                            file.display()
                        ));
                    }
                }
                EntryKind::Module(inner, _) => {
                    functions(inner, &format!("{at}{}::", inner.name), root, found)
                }
                EntryKind::Block(inner) => {
                    functions(inner, &format!("{at}{}{{}}::", inner.name), root, found)
                }
            }
        }
    }

    fn read_crate(files: &[(&str, &str)]) -> (Vec<String>, Tree) {
        let folder = Crate::new(files);
        let tree = read(&folder.path("src/lib.rs"), &CfgSet::from_rustc("unix"));
        let mut found = Vec::new();
        functions(&tree.root, "", folder.root(), &mut found);
        (found, tree)
    }

    #[test]
    fn modules_are_followed_to_their_files() {
        let (found, tree) = read_crate(&[
            (
                "src/lib.rs",
                "mod plain; mod nested; mod inline { pub mod deep; mod deeper { mod deepest; } } fn f() {}",
            ),
            (
                "src/plain.rs",
                "mod child; mod inside { mod grandchild; } fn f() {}",
            ),
            ("src/plain/child.rs", "fn f() {}"),
            ("src/plain/inside/grandchild.rs", "fn f() {}"),
            ("src/nested/mod.rs", "mod child; mod r#type; fn f() {}"),
            ("src/nested/child.rs", "fn f() {}"),
            ("src/nested/type.rs", "fn f() {}"),
            ("src/inline/deep.rs", "fn f() {}"),
            ("src/inline/deeper/deepest.rs", "fn f() {}"),
            ("src/stray.rs", "fn not_in_the_crate() {}"),
        ]);
        assert_eq!(
            found,
            [
                "plain::child::f src/plain/child.rs",
                "plain::inside::grandchild::f src/plain/inside/grandchild.rs",
                "plain::f src/plain.rs",
                "nested::child::f src/nested/child.rs",
                "nested::type::f src/nested/type.rs",
                "nested::f src/nested/mod.rs",
                "inline::deep::f src/inline/deep.rs",
                "inline::deeper::deepest::f src/inline/deeper/deepest.rs",
                "f src/lib.rs",
            ]
        );
        assert_eq!(tree.files.len(), 9);
        assert!(tree.problems.is_empty(), "{:?}", tree.problems);
    }

    #[test]
    fn path_attributes_start_where_the_reference_says() {
        let (found, tree) = read_crate(&[
            (
                "src/lib.rs",
                r#"
                #[path = "else/where.rs"] mod a;
                mod c;
                mod inline { #[path = "other.rs"] mod d; }
                #[path = "thread_files"] mod thread { #[path = "tls.rs"] mod e; }
                #[cfg_attr(unix, path = "unix.rs")] mod os;
                "#,
            ),
            // Beside the file, as for a `mod.rs`.
            ("src/else/where.rs", "mod sibling; fn f() {}"),
            ("src/else/sibling.rs", "fn f() {}"),
            (
                "src/c.rs",
                r#"#[path = "b.rs"] mod b; mod inline { #[path = "other.rs"] mod d; }"#,
            ),
            ("src/b.rs", "fn f() {}"),
            ("src/c/inline/other.rs", "fn f() {}"),
            ("src/inline/other.rs", "fn f() {}"),
            ("src/thread_files/tls.rs", "fn f() {}"),
            ("src/unix.rs", "fn f() {}"),
        ]);
        assert_eq!(
            found,
            [
                "a::sibling::f src/else/sibling.rs",
                "a::f src/else/where.rs",
                "c::b::f src/b.rs",
                "c::inline::d::f src/c/inline/other.rs",
                "inline::d::f src/inline/other.rs",
                "thread::e::f src/thread_files/tls.rs",
                "os::f src/unix.rs",
            ]
        );
        assert!(tree.problems.is_empty(), "{:?}", tree.problems);
    }

    #[test]
    fn cfg_leaves_out_what_rustc_leaves_out_and_marks_the_rest() {
        let (found, tree) = read_crate(&[
            (
                "src/lib.rs",
                "#[cfg(windows)] mod absent; #[cfg(mine)] mod perhaps; #[cfg(unix)] fn f() {}
                 #[cfg(windows)] fn g() {} #[cfg(not(mine))] fn h() {} mod off;
                 #[cfg_attr(mine, inline)] fn i() {}",
            ),
            ("src/perhaps.rs", "fn f() {}"),
            ("src/off.rs", "#![cfg(windows)] fn f() {}"),
        ]);
        assert_eq!(
            found,
            [
                "perhaps::f src/perhaps.rs if mine",
                "f src/lib.rs",
                "h src/lib.rs if mine",
                "i src/lib.rs if mine",
            ]
        );
        assert!(!tree.mentions_test);
        assert!(tree.problems.is_empty(), "{:?}", tree.problems);
    }

    #[test]
    fn items_in_bodies_are_found() {
        let (found, _) = read_crate(&[(
            "src/lib.rs",
            "fn outer() { fn inner() { fn innermost() {} } { let x = || { fn in_closure() {} }; } }
             impl S { fn method(&self) { if true { fn in_method() {} } } }
             const C: () = { fn in_const() {} };",
        )]);
        assert_eq!(
            found,
            [
                "outer src/lib.rs",
                "outer{}::inner src/lib.rs",
                "outer{}::inner{}::innermost src/lib.rs",
                "outer{}::outer{}::in_closure src/lib.rs",
                "method{}::in_method src/lib.rs",
                "{}::in_const src/lib.rs",
            ]
        );
    }

    #[test]
    fn included_files_belong_to_the_module() {
        let (found, tree) = read_crate(&[
            (
                "src/lib.rs",
                r#"mod a { include!("parts/part.rs"); }
                   include!(concat!(env!("OUT_DIR"), "/made.rs"));"#,
            ),
            ("src/parts/part.rs", "fn f() {} include!(\"part.rs\");"),
        ]);
        assert_eq!(found, ["a::f src/parts/part.rs"]);
        assert_eq!(tree.problems.len(), 1);
        assert!(
            tree.problems[0]
                .ends_with("src/lib.rs:2:20: only `include!` of a plain string is followed")
        );
    }

    #[test]
    fn what_cannot_be_followed_is_told() {
        let (found, tree) = read_crate(&[
            ("src/lib.rs", "mod missing;\nmod broken; fn f() {}"),
            ("src/broken.rs", "fn f( {}"),
        ]);
        assert_eq!(found, ["f src/lib.rs"]);
        let problems: Vec<_> = tree
            .problems
            .iter()
            .map(|line| line.split_once("src/").unwrap().1)
            .collect();
        assert_eq!(problems.len(), 2);
        assert_eq!(
            problems[0],
            "lib.rs:1:5: there is no file for `mod missing;`"
        );
        assert!(problems[1].starts_with("broken.rs:1:"), "{problems:?}");
    }
}
