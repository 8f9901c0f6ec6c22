//! What a kernel uses, before anything is written: the names that must not get into each other's way.

use std::collections::HashSet;

use super::names::identifier;
use crate::program::Program;
use crate::types::typed::{Callee, PathRes, Tables, TypedFunction};

/// The names of what is reached from one kernel.
pub(super) struct Reach {
    /// Functions, constants and types.
    pub(super) items: HashSet<String>,
    /// Variables of all functions.
    pub(super) locals: HashSet<String>,
}

impl Reach {
    pub(super) fn of(program: &Program, kernel: &TypedFunction) -> Reach {
        let mut reach = Reach {
            items: HashSet::new(),
            locals: HashSet::new(),
        };
        let mut seen = HashSet::new();
        let mut open = vec![kernel];
        while let Some(function) = open.pop() {
            for local in &function.body().locals {
                reach.locals.insert(identifier(&local.name.to_string()));
            }
            reach.tables(&function.tables);
            for callee in function.tables.callees.values() {
                if let Callee::Function { sig, .. } = callee
                    && seen.insert(sig.id.clone())
                    && let Some(function) = program.functions.get(&sig.id)
                {
                    reach.items.insert(identifier(&sig.name));
                    open.push(function);
                }
            }
        }
        reach
    }

    fn tables(&mut self, tables: &Tables) {
        for path in tables.paths.values() {
            let name = match path {
                PathRes::Const(def) => def.name.to_string(),
                PathRes::Variant { adt, .. } | PathRes::UnitStruct(adt) => adt.name.clone(),
                _ => continue,
            };
            self.items.insert(identifier(&name));
        }
    }
}
