//! The front-end over a whole package: every kernel and device function, what the compiler makes of it,
//! and what only the whole crate can tell its macro.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use phalanx_compiler::artefact::{Artefact, Kind, Refusal, Variant};
use phalanx_compiler::converge::{self, Promises};
use phalanx_compiler::cuda::{self, Options, Unit, UnitVariant};
use phalanx_compiler::hash;
use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::syntax::ast::Function;
use phalanx_compiler::syntax::literals;
use phalanx_compiler::types;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::ty::Ty;
use phalanx_compiler::types::typed::{Tables, TypedFunction};
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::definitions::{self, Definitions, Key, Problem};
use crate::index::{Def, DefKind};
use crate::reach::{self, Findings};
use crate::resolve::behind_cfg;
use crate::universe::Universe;

/// One kernel or device function of the package.
pub struct Item {
    /// The full path, `krate::module::name`.
    pub id: String,
    /// What the macro will read; of a kernel, the image is still missing.
    pub artefact: Artefact,
    /// Of a kernel that can be compiled.
    pub kernel: Option<Kernel>,
    /// Of the name, from 0.
    column: u32,
    /// Why a kernel is left out, where no error says it yet: one to report if others become machine code.
    pub unreported: Option<Refusal>,
}

/// What nvcc is to compile.
pub struct Kernel {
    pub unit: Unit,
    pub typed: Arc<TypedFunction>,
}

impl Item {
    /// Leaves out a kernel for a reason that nothing else reports. Device functions have nothing of
    /// their own to leave out.
    fn leave_out(&mut self, reason: String) {
        if self.artefact.kind == Kind::DeviceFn {
            return;
        }
        self.kernel = None;
        self.unreported = Some(Refusal {
            line: self.artefact.line,
            column: self.column,
            message: reason.clone(),
        });
        self.artefact.left_out = Some(reason);
    }
}

/// Runs the front-end over the crates of a package.
pub fn run(universe: &Universe, root: &Path, options: Options) -> Vec<Item> {
    let front = Front {
        options,
        definitions: Definitions::new(universe, root.to_owned()),
        root: root.to_owned(),
    };
    let mut findings = Findings::new();
    let mut items = Vec::new();
    for krate in universe.own() {
        let index = universe.index(krate);
        for def in definitions::functions(&index) {
            let key = (krate, def);
            items.push((key, front.item(key, index.def(def), &mut findings)));
        }
    }
    for (key, item) in &mut items {
        let found = findings.remove(key).unwrap_or_default();
        item.artefact.errors.extend(found.iter().map(refusal));
    }
    merge(items.into_iter().map(|(_, item)| item))
}

/// An item of a library is met twice if its tests hold other items, and should come out as the same.
fn merge(items: impl Iterator<Item = Item>) -> Vec<Item> {
    let mut merged: Vec<Item> = Vec::new();
    for item in items {
        let place = |item: &Item| {
            let Artefact {
                kind, hash, line, ..
            } = item.artefact;
            (
                kind,
                hash,
                line,
                item.artefact.file.clone(),
                item.artefact.krate.clone(),
            )
        };
        let Some(known) = merged.iter_mut().find(|known| place(known) == place(&item)) else {
            merged.push(item);
            continue;
        };
        let source = |item: &Item| {
            item.kernel
                .as_ref()
                .map(|kernel| kernel.unit.source.clone())
        };
        if known.artefact != item.artefact || source(known) != source(&item) {
            let reason = format!(
                "`{}` means one thing in the crate and another in its tests, under `cfg(test)`, and its machine \
                 code can be only one: make what it uses the same in both",
                known.artefact.name
            );
            known.leave_out(reason);
        }
    }
    merged
}

struct Front<'u> {
    options: Options,
    definitions: Definitions<'u>,
    root: PathBuf,
}

impl Front<'_> {
    fn item(&self, key: Key, def: &Def, findings: &mut Findings) -> Item {
        let (kind, attr, item) = match &def.kind {
            DefKind::Kernel(attr, item) => (Kind::Kernel, attr, item),
            DefKind::DeviceFn(attr, item) => (Kind::DeviceFn, attr, item),
            _ => unreachable!("only kernels and device functions are items"),
        };
        let parsed = definitions::parse_function(def);
        let hash = match &parsed {
            Ok(function) => function.hash,
            Err(_) => hash_of(attr, item),
        };
        let mut artefact = Artefact::new(kind, hash, &def.name);
        artefact.krate = self.definitions.universe.krate(key.0).krate.clone();
        artefact.root = self.root.display().to_string();
        artefact.file = self.definitions.file_name(&def.file);
        artefact.line = def.line;
        let mut result = Item {
            id: def.id.clone(),
            artefact,
            kernel: None,
            column: def.column,
            unreported: None,
        };
        if let Some(unknown) = &def.unknown {
            result.leave_out(behind_cfg(&def.name, unknown));
            return result;
        }
        // What the macro refuses by itself it reports by itself.
        let alone = match parsed.and_then(alone) {
            Ok(alone) => alone,
            Err(errors) => {
                result.artefact.left_out = Some(first(&errors));
                return result;
            }
        };
        match self.definitions.function(key) {
            Ok(typed) => {
                result.artefact.literals = literals_of(&alone, &typed.tables);
                result.artefact.promises = Promises::of(&typed);
                // The macro finds the same, given the promises.
                if let Err(errors) = converge::check(&typed) {
                    result.artefact.left_out = Some(first(&errors));
                    return result;
                }
            }
            Err(Problem::Refused(errors)) => self.own_errors(key, &errors, findings),
            Err(Problem::Cycle) => {}
        }
        if kind == Kind::Kernel {
            self.kernel(key, &mut result, findings);
        }
        result
    }

    fn kernel(&self, key: Key, item: &mut Item, findings: &mut Findings) {
        let program = match reach::program(&self.definitions, key, findings) {
            Ok(program) => program,
            Err(reason) => {
                item.artefact.left_out = Some(reason);
                return;
            }
        };
        let typed = program.functions[&item.id].clone();
        match cuda::unit(&program, &item.id, self.options) {
            Ok(unit) => {
                item.artefact.sites = unit.sites.clone();
                item.artefact.variants = unit.variants.iter().map(variant).collect();
                item.kernel = Some(Kernel { unit, typed });
            }
            Err(errors) => {
                item.artefact.left_out = Some(first(&errors));
                item.artefact.errors.extend(errors.0.iter().map(refusal));
            }
        }
    }

    /// Errors that the macro cannot find; not those that only pass on another function's.
    fn own_errors(&self, key: Key, errors: &Rc<Errors>, findings: &mut Findings) {
        let own = errors
            .0
            .iter()
            .filter(|error| !self.definitions.is_blame(&error.message));
        findings.entry(key).or_default().extend(own.cloned());
    }
}

fn variant(printed: &UnitVariant) -> Variant {
    Variant {
        label: printed.label.clone(),
        symbol: printed.symbol.clone(),
        block_multiple: printed.block_multiple,
    }
}

/// The item as its macro sees it.
fn alone(function: Function) -> Result<TypedFunction, Errors> {
    let name = function.name.to_string();
    let sig = types::signature(&function, name, &OneItem)?;
    types::check(function, Arc::new(sig), String::new(), &OneItem)
}

/// The types of those literals that the macro cannot tell.
fn literals_of(alone: &TypedFunction, tables: &Tables) -> Vec<Option<String>> {
    let literals: Vec<Option<String>> = literals::of(alone.body())
        .into_iter()
        .map(|id| match tables.ty(id) {
            _ if alone.tables.certain.contains(&id) => None,
            Ty::Int(int) => Some(int.name().to_owned()),
            Ty::Float(float) if float.has_literals() => Some(float.name().to_owned()),
            _ => None,
        })
        .collect();
    match literals.iter().any(Option::is_some) {
        true => literals,
        false => Vec::new(),
    }
}

fn hash_of(attr: &TokenStream, item: &TokenStream) -> u64 {
    let code = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(item) => {
            let mut code = item.sig.into_token_stream();
            item.block.to_tokens(&mut code);
            code
        }
        Err(_) => item.clone(),
    };
    hash::item(attr, &code)
}

fn first(errors: &Errors) -> String {
    match errors.0.first() {
        Some(error) => error.message.clone(),
        None => "it has errors".to_owned(),
    }
}

fn refusal(error: &Diagnostic) -> Refusal {
    let start = error.span.start();
    Refusal {
        line: start.line as u32,
        column: start.column as u32,
        message: error.text(),
    }
}

#[cfg(test)]
mod tests;
