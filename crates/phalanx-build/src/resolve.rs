//! Where a path leads: name resolution over the indices of the crate and its dependencies.
//!
//! It finds what rustc would find, and leaves it to rustc to say what may not be named from where.
//! Names made by macros do not exist here.

use std::cell::RefCell;
use std::rc::Rc;

use crate::index::{DefId, DefKind, Import, Index, Namespace, ScopeId, Target};
use crate::universe::{CrateId, Extern, Universe};

/// What a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    Def(CrateId, DefId),
    Module(CrateId, ScopeId),
    /// A variant of an enum.
    Variant(CrateId, DefId, String),
    /// Something of Rust's, of Phalanx's or of `half`: the path from there, `core::f32::consts::PI`.
    Outside(Vec<String>),
    Nothing,
    /// It cannot be said what; the text tells why.
    Unknown(String),
}

/// A path and where it is written.
struct Query<'a> {
    universe: &'a Universe,
    /// The names being looked up, to stop where imports lead back to themselves.
    open: RefCell<Vec<(CrateId, ScopeId, Namespace, String)>>,
}

/// Resolves a path that is written in a scope.
pub fn resolve(
    universe: &Universe,
    at: (CrateId, ScopeId),
    path: &[String],
    leading_colon: bool,
    namespace: Namespace,
) -> Resolution {
    let query = Query {
        universe,
        open: RefCell::default(),
    };
    query.path(at, path, leading_colon, namespace)
}

/// The path from outside the user's crates that a path stands for, if an import is behind it.
pub fn outside(
    universe: &Universe,
    at: (CrateId, ScopeId),
    path: &[String],
    namespace: Namespace,
) -> Option<Vec<String>> {
    match resolve(universe, at, path, false, namespace) {
        Resolution::Outside(path) => return Some(path),
        Resolution::Nothing => {}
        _ => return None,
    }
    // `PI` under `use core::f32::consts::*`: no other module of Rust's holds, as a whole, names that are
    // in the language and not in its prelude.
    let [name] = path else { return None };
    if !name
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    {
        return None;
    }
    let query = Query {
        universe,
        open: RefCell::default(),
    };
    let globs = query.outside_globs(at);
    let consts = globs
        .iter()
        .find(|glob| glob.last().is_some_and(|last| last == "consts"))?;
    Some(consts.iter().chain(path).cloned().collect())
}

impl Query<'_> {
    fn path(
        &self,
        at: (CrateId, ScopeId),
        path: &[String],
        leading_colon: bool,
        namespace: Namespace,
    ) -> Resolution {
        let Some((first, mut rest)) = path.split_first() else {
            return Resolution::Nothing;
        };
        let (krate, scope) = at;
        let index = self.index(krate);
        let of_first = |rest: &[String]| match rest {
            [] => namespace,
            _ => Namespace::Type,
        };
        let mut found = if leading_colon {
            self.krate(krate, first)
        } else {
            match first.as_str() {
                "crate" => Resolution::Module(krate, Index::ROOT),
                "self" => Resolution::Module(krate, index.module_of(scope)),
                "super" => match index.parent_module(scope) {
                    Some(parent) => Resolution::Module(krate, parent),
                    None => Resolution::Nothing,
                },
                _ => self.first(at, first, of_first(rest)),
            }
        };
        while let Some((name, after)) = rest.split_first() {
            rest = after;
            found = match found {
                Resolution::Module(krate, module) if name == "super" => {
                    match self.index(krate).parent_module(module) {
                        Some(parent) => Resolution::Module(krate, parent),
                        None => Resolution::Nothing,
                    }
                }
                Resolution::Module(inside, module) => {
                    let from = (inside == krate).then_some(scope);
                    self.name((inside, module), name, of_first(rest), from)
                }
                Resolution::Def(krate, def) => self.inside(krate, def, name),
                Resolution::Outside(mut path) => {
                    path.push(name.clone());
                    Resolution::Outside(path)
                }
                Resolution::Variant(..) => Resolution::Nothing,
                stop @ (Resolution::Nothing | Resolution::Unknown(_)) => return stop,
            };
        }
        found
    }

    /// The first name of a path: from the scopes around, then a crate.
    fn first(&self, at: (CrateId, ScopeId), name: &str, namespace: Namespace) -> Resolution {
        let (krate, scope) = at;
        let index = self.index(krate);
        let mut next = Some(scope);
        while let Some(scope) = next {
            match self.name((krate, scope), name, namespace, Some(scope)) {
                Resolution::Nothing => {}
                found => return found,
            }
            let current = index.scope(scope);
            next = current.parent.filter(|_| current.is_block);
        }
        match namespace {
            Namespace::Type => self.krate(krate, name),
            Namespace::Value => Resolution::Nothing,
        }
    }

    /// A name in one scope, as seen from the scope `from`, or from another crate.
    fn name(
        &self,
        at: (CrateId, ScopeId),
        name: &str,
        namespace: Namespace,
        from: Option<ScopeId>,
    ) -> Resolution {
        let (krate, scope) = at;
        let key = (krate, scope, namespace, name.to_owned());
        if self.open.borrow().contains(&key) {
            return Resolution::Nothing;
        }
        self.open.borrow_mut().push(key);
        let found = self.name_unguarded(at, name, namespace, from);
        self.open.borrow_mut().pop();
        found
    }

    fn name_unguarded(
        &self,
        at: (CrateId, ScopeId),
        name: &str,
        namespace: Namespace,
        from: Option<ScopeId>,
    ) -> Resolution {
        let (krate, scope_id) = at;
        let index = self.index(krate);
        let scope = index.scope(scope_id);
        // A definition that may be absent is only taken if there is no other.
        let mut doubtful = None;
        for binding in scope.names(namespace).get(name).into_iter().flatten() {
            let (found, unknown) = match &binding.target {
                Target::Module(module, unknown) => (Resolution::Module(krate, *module), unknown),
                Target::Def(def) => (Resolution::Def(krate, *def), &index.def(*def).unknown),
                Target::Import(import) => (
                    self.path(at, &import.path, import.leading_colon, namespace),
                    &import.unknown,
                ),
            };
            match (found, unknown) {
                (Resolution::Nothing, _) => {}
                (found, None) => return found,
                // The definition itself tells that it is doubtful.
                (found, Some(_)) if matches!(binding.target, Target::Def(_)) => {
                    doubtful = Some(found);
                }
                (_, Some(unknown)) => {
                    doubtful = Some(Resolution::Unknown(behind_cfg(name, unknown)))
                }
            }
        }
        if let Some(doubtful) = doubtful {
            return doubtful;
        }
        for glob in &scope.globs {
            match self.glob(at, glob, name, namespace, from) {
                Resolution::Nothing => {}
                found => return found,
            }
        }
        Resolution::Nothing
    }

    fn glob(
        &self,
        at: (CrateId, ScopeId),
        glob: &Import,
        name: &str,
        namespace: Namespace,
        from: Option<ScopeId>,
    ) -> Resolution {
        // Seen through a glob in another module, it must itself be visible there.
        if !self.index(at.0).visible(glob.vis, at.1, from) {
            return Resolution::Nothing;
        }
        let found = match self.path(at, &glob.path, glob.leading_colon, Namespace::Type) {
            Resolution::Module(krate, module) => {
                let index = self.index(krate);
                let named = index.scope(module).names(namespace).get(name);
                let from = (krate == at.0).then_some(at.1);
                let hidden = named.is_some_and(|bindings| {
                    !bindings
                        .iter()
                        .any(|binding| index.visible(binding.vis, module, from))
                });
                if hidden {
                    return Resolution::Nothing;
                }
                self.name((krate, module), name, namespace, from)
            }
            Resolution::Def(krate, def) => self.inside(krate, def, name),
            unknown @ Resolution::Unknown(_) => unknown,
            Resolution::Outside(_) | Resolution::Variant(..) | Resolution::Nothing => {
                Resolution::Nothing
            }
        };
        match (&glob.unknown, found) {
            (_, Resolution::Nothing) => Resolution::Nothing,
            (Some(unknown), _) => Resolution::Unknown(behind_cfg(name, unknown)),
            (None, found) => found,
        }
    }

    /// What globs in the scopes around bring in from outside.
    fn outside_globs(&self, at: (CrateId, ScopeId)) -> Vec<Vec<String>> {
        let (krate, scope) = at;
        let index = self.index(krate);
        let mut globs = Vec::new();
        let mut next = Some(scope);
        while let Some(scope) = next {
            let current = index.scope(scope);
            for glob in &current.globs {
                let at = (krate, scope);
                if let Resolution::Outside(path) =
                    self.path(at, &glob.path, glob.leading_colon, Namespace::Type)
                {
                    globs.push(path);
                }
            }
            next = current.parent.filter(|_| current.is_block);
        }
        globs
    }

    /// `Def::name`: a variant. Associated items of structs are not in the language.
    fn inside(&self, krate: CrateId, def: DefId, name: &str) -> Resolution {
        if let DefKind::Adt(input, _) = &self.index(krate).def(def).kind
            && let syn::Data::Enum(data) = &input.data
            && data.variants.iter().any(|variant| variant.ident == name)
        {
            return Resolution::Variant(krate, def, name.to_owned());
        }
        Resolution::Nothing
    }

    /// Another crate by its name.
    fn krate(&self, from: CrateId, name: &str) -> Resolution {
        match self.universe.external(from, name) {
            Extern::Crate(id) => Resolution::Module(id, Index::ROOT),
            Extern::Outside => Resolution::Outside(vec![name.to_owned()]),
            Extern::None => Resolution::Nothing,
            Extern::Unknown(reason) => Resolution::Unknown(reason),
        }
    }

    fn index(&self, krate: CrateId) -> Rc<Index> {
        self.universe.index(krate)
    }
}

/// Why it is not known whether something is there.
pub fn behind_cfg(name: &str, unknown: &str) -> String {
    format!(
        "`{name}` stands behind `cfg({unknown})`, and a build script cannot know what rustc is told \
         after it: say in build.rs which it is, \
         `phalanx_build::Build::new().cfg(\"{unknown}\", true).compile()`"
    )
}

#[cfg(test)]
mod tests;
