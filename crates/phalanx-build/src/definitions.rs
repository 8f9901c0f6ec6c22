//! The items that device code may use, lowered when something first asks for them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::{Function, TypeExpr};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::{ConstDef, FunctionSig};
use phalanx_compiler::types::ty::{AdtDef, Ty};
use phalanx_compiler::types::typed::{TypedConst, TypedFunction};

use crate::adt;
use crate::env::ScopeEnv;
use crate::index::{Def, DefId, DefKind, Index};
use crate::universe::{CrateId, Universe};

/// One definition.
pub type Key = (CrateId, DefId);

/// Why a definition has no lowered form.
#[derive(Debug, Clone)]
pub enum Problem {
    /// It needs itself.
    Cycle,
    /// What the compiler refused in it.
    Refused(Rc<Errors>),
}

impl From<Errors> for Problem {
    fn from(errors: Errors) -> Self {
        Problem::Refused(Rc::new(errors))
    }
}

/// A function whose body has not been looked at.
pub struct Declared {
    pub function: Function,
    pub sig: Arc<FunctionSig>,
}

/// By definition; `None` while it is being computed.
type Cache<T> = RefCell<HashMap<Key, Option<Result<T, Problem>>>>;

pub struct Definitions<'u> {
    pub universe: &'u Universe,
    /// Files are named relative to this folder, as rustc names those of the workspace.
    root: PathBuf,
    declared: Cache<Rc<Declared>>,
    functions: Cache<Arc<TypedFunction>>,
    adts: Cache<Arc<AdtDef>>,
    aliases: Cache<Ty>,
    constants: Cache<Arc<ConstDef>>,
    typed_constants: Cache<Arc<TypedConst>>,
    /// The definition behind a full path.
    keys: RefCell<HashMap<String, Key>>,
    /// Texts that blame a function whose own errors are reported.
    blames: RefCell<HashSet<String>>,
}

impl<'u> Definitions<'u> {
    pub fn new(universe: &'u Universe, root: PathBuf) -> Self {
        Definitions {
            universe,
            root,
            declared: Cache::default(),
            functions: Cache::default(),
            adts: Cache::default(),
            aliases: Cache::default(),
            constants: Cache::default(),
            typed_constants: Cache::default(),
            keys: RefCell::default(),
            blames: RefCell::default(),
        }
    }

    /// A kernel or device function with its signature.
    pub fn declared(&self, key: Key) -> Result<Rc<Declared>, Problem> {
        once(&self.declared, key, || {
            let index = self.universe.index(key.0);
            let def = index.def(key.1);
            let function = parse_function(def)?;
            let sig = types::signature(&function, def.id.clone(), &self.env(key, def))?;
            self.keys.borrow_mut().insert(def.id.clone(), key);
            Ok(Rc::new(Declared {
                function,
                sig: Arc::new(sig),
            }))
        })
    }

    /// A kernel or device function with its types.
    pub fn function(&self, key: Key) -> Result<Arc<TypedFunction>, Problem> {
        once(&self.functions, key, || {
            let declared = self.declared(key)?;
            let index = self.universe.index(key.0);
            let def = index.def(key.1);
            let typed = types::check(
                declared.function.clone(),
                declared.sig.clone(),
                self.file_name(&def.file),
                &self.env(key, def),
            )?;
            Ok(Arc::new(typed))
        })
    }

    pub fn adt(&self, key: Key, input: &syn::DeriveInput) -> Result<Arc<AdtDef>, Problem> {
        once(&self.adts, key, || {
            let index = self.universe.index(key.0);
            let def = index.def(key.1);
            let adt = adt::define(input, def.id.clone(), &self.env(key, def))?;
            Ok(Arc::new(adt))
        })
    }

    pub fn alias(&self, key: Key, ty: &syn::Type) -> Result<Ty, Problem> {
        once(&self.aliases, key, || {
            let index = self.universe.index(key.0);
            let ty = parse::type_expr(ty)?;
            Ok(self.lower(key, index.def(key.1), &ty)?)
        })
    }

    pub fn constant(&self, key: Key, item: &syn::ItemConst) -> Result<Arc<ConstDef>, Problem> {
        once(&self.constants, key, || {
            let index = self.universe.index(key.0);
            let def = index.def(key.1);
            let (ty_expr, body) = parse::constant(item)?;
            let ty = self.lower(key, def, &ty_expr)?;
            self.keys.borrow_mut().insert(def.id.clone(), key);
            Ok(Arc::new(ConstDef {
                id: def.id.clone(),
                name: item.ident.clone(),
                ty,
                ty_expr,
                body,
            }))
        })
    }

    /// A constant that was found before, with the types of its value.
    pub fn typed_constant(&self, constant: &Arc<ConstDef>) -> Result<Arc<TypedConst>, Problem> {
        let Some(key) = self.key(&constant.id) else {
            unreachable!("a constant is found by its key");
        };
        once(&self.typed_constants, key, || {
            let index = self.universe.index(key.0);
            let env = self.env(key, index.def(key.1));
            Ok(Arc::new(types::check_const(constant.clone(), &env)?))
        })
    }

    /// The definition with this full path, if something has asked for it.
    pub fn key(&self, id: &str) -> Option<Key> {
        self.keys.borrow().get(id).copied()
    }

    /// Whether a definition stands in the package being built.
    pub fn is_own(&self, key: Key) -> bool {
        self.universe.krate(key.0).target.is_some()
    }

    /// The names around a definition.
    pub fn env(&self, key: Key, def: &Def) -> ScopeEnv<'_> {
        ScopeEnv {
            definitions: self,
            at: (key.0, def.scope),
        }
    }

    /// Where a definition stands, for a person: `src/lib.rs:10`.
    pub fn place(&self, def: &Def) -> String {
        format!("{}:{}", self.file_name(&def.file), def.line)
    }

    /// A file as rustc names it.
    pub fn file_name(&self, file: &Path) -> String {
        file.strip_prefix(&self.root)
            .unwrap_or(file)
            .display()
            .to_string()
    }

    /// Remembers a text that blames a function whose own errors are reported.
    pub fn blame(&self, text: String) -> String {
        self.blames.borrow_mut().insert(text.clone());
        text
    }

    /// Whether an error only passes on what is reported elsewhere.
    pub fn is_blame(&self, text: &str) -> bool {
        self.blames
            .borrow()
            .iter()
            .any(|blame| text.starts_with(blame.as_str()))
    }

    fn lower(&self, key: Key, def: &Def, ty: &TypeExpr) -> Result<Ty, Errors> {
        types::lower_type(ty, &[], &self.env(key, def))
    }
}

/// The tree of a kernel or device function.
///
/// # Errors
/// What the parser refuses: the macro says it too.
pub fn parse_function(def: &Def) -> Result<Function, Errors> {
    match &def.kind {
        DefKind::Kernel(attr, item) => parse::kernel(attr.clone(), item.clone()),
        DefKind::DeviceFn(attr, item) => parse::device_fn(attr.clone(), item.clone()),
        _ => unreachable!("only kernels and device functions are parsed"),
    }
}

/// Every kernel and device function of a crate.
pub fn functions(index: &Index) -> impl Iterator<Item = DefId> {
    index
        .defs
        .iter()
        .enumerate()
        .filter(|(_, def)| matches!(def.kind, DefKind::Kernel(..) | DefKind::DeviceFn(..)))
        .map(|(id, _)| DefId(id))
}

/// Computes a cached value once, and notices if it needs itself.
fn once<T: Clone>(
    cache: &Cache<T>,
    key: Key,
    compute: impl FnOnce() -> Result<T, Problem>,
) -> Result<T, Problem> {
    if let Some(known) = cache.borrow().get(&key) {
        return known.clone().unwrap_or(Err(Problem::Cycle));
    }
    cache.borrow_mut().insert(key, None);
    let value = compute();
    cache.borrow_mut().insert(key, Some(value.clone()));
    value
}
