//! Which local a name means.

use proc_macro2::Ident;
use syn::ext::IdentExt;

use super::Parser;
use crate::syntax::ast::{Local, LocalId, LocalOrigin};
use crate::syntax::text;

/// The names in scope, the innermost last. A scope is how long the list was when it was entered.
#[derive(Default)]
pub(super) struct Scopes {
    names: Vec<(String, LocalId)>,
}

impl Scopes {
    fn get(&self, name: &Ident) -> Option<LocalId> {
        let wanted = key(name);
        let mut names = self.names.iter().rev();
        let (_, id) = names.find(|(name, _)| *name == wanted)?;
        Some(*id)
    }
}

impl Parser {
    /// Parses within a scope of its own.
    pub(super) fn scope<T>(&mut self, parse: impl FnOnce(&mut Parser) -> T) -> T {
        let names = self.scopes.names.len();
        let parsed = parse(self);
        self.scopes.names.truncate(names);
        parsed
    }

    /// A new local, not in scope yet.
    pub(super) fn new_local(&mut self, name: Ident, mutable: bool, origin: LocalOrigin) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name,
            mutable,
            origin,
        });
        id
    }

    /// From here on the local's name means it.
    pub(super) fn bring_into_scope(&mut self, id: LocalId) {
        let name = key(&self.locals[id.0 as usize].name);
        self.scopes.names.push((name, id));
    }

    /// The local a name means, if it means one.
    pub(super) fn lookup(&mut self, name: &Ident) -> Option<LocalId> {
        let id = self.scopes.get(name)?;
        if self.is_const(id) {
            self.constants_used.push(id);
        } else if self.constant {
            self.refuse(name.span(), text::local_in_constant(&key(name)));
        }
        Some(id)
    }

    /// The constant of the body that a name means, if it means one.
    pub(super) fn lookup_const(&mut self, name: &Ident) -> Option<LocalId> {
        let id = self.scopes.get(name)?;
        if !self.is_const(id) {
            return None;
        }
        self.constants_used.push(id);
        Some(id)
    }

    fn is_const(&self, id: LocalId) -> bool {
        self.locals[id.0 as usize].origin == LocalOrigin::Const
    }
}

/// `r#x` and `x` are one name.
pub(super) fn key(name: &Ident) -> String {
    name.unraw().to_string()
}
