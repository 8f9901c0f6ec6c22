//! The compiler's questions about names, answered from the whole crate.

use std::sync::Arc;

use phalanx_compiler::syntax::ast::{Path, Segment};
use phalanx_compiler::types::env::{ConstDef, Env, FunctionSig, Lookup, TypeDef};

use crate::definitions::{Definitions, Key, Problem};
use crate::index::{Def, DefKind, Namespace, ScopeId};
use crate::resolve::{self, Resolution};
use crate::sources::unraw;
use crate::universe::CrateId;

/// Names as seen from one scope.
#[derive(Clone, Copy)]
pub struct ScopeEnv<'a> {
    pub definitions: &'a Definitions<'a>,
    pub at: (CrateId, ScopeId),
}

impl Env for ScopeEnv<'_> {
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>> {
        self.lookup(path, Namespace::Value, |key, def| {
            let name = &def.name;
            match &def.kind {
                DefKind::DeviceFn(..) => match self.definitions.declared(key) {
                    Ok(declared) => Lookup::Found(declared.sig.clone()),
                    Err(problem) => self.faulty(key, def, &problem),
                },
                DefKind::Kernel(..) => self.unfit(
                    def,
                    format!(
                        "is a kernel, and a kernel is launched, not called: move what both need into a \
                         `#[device_fn]`, and call that from `{name}` as well"
                    ),
                ),
                DefKind::PlainFn => self.unfit(
                    def,
                    "is a plain `fn`, which only the host can call: add `#[device_fn]` to it".to_owned(),
                ),
                _ => Lookup::NotFound,
            }
        })
    }

    fn ty(&self, path: &Path) -> Lookup<TypeDef> {
        self.lookup(path, Namespace::Type, |key, def| match &def.kind {
            DefKind::Adt(input, true) => match self.definitions.adt(key, input) {
                Ok(adt) => Lookup::Found(TypeDef::Adt(adt)),
                Err(problem) => self.faulty(key, def, &problem),
            },
            DefKind::Adt(input, false) => {
                let repr = match &input.data {
                    syn::Data::Enum(_) => "#[repr(u32)]",
                    _ => "#[repr(C)]",
                };
                self.unfit(
                    def,
                    format!(
                        "does not derive `DeviceCopy`: add `#[derive(Clone, Copy, DeviceCopy)]` and \
                         `{repr}` to it"
                    ),
                )
            }
            DefKind::Alias(item) if !item.generics.params.is_empty() => self.unfit(
                def,
                "is a type alias with parameters: write the type itself in device code".to_owned(),
            ),
            DefKind::Alias(item) => match self.definitions.alias(key, &item.ty) {
                Ok(ty) => Lookup::Found(TypeDef::Alias(ty)),
                Err(problem) => self.faulty(key, def, &problem),
            },
            DefKind::Other(what) => self.unfit(
                def,
                format!("is a {what}, which device code cannot use as a type"),
            ),
            _ => Lookup::NotFound,
        })
    }

    fn constant(&self, path: &Path) -> Lookup<Arc<ConstDef>> {
        self.lookup(path, Namespace::Value, |key, def| match &def.kind {
            DefKind::Const(item) => match self.definitions.constant(key, item) {
                Ok(constant) => Lookup::Found(constant),
                Err(problem) => self.faulty(key, def, &problem),
            },
            DefKind::Other(what) => self.unfit(
                def,
                format!(
                    "is a {what}, and a device has memory of its own: make it a `const`, or pass it to the \
                     kernel"
                ),
            ),
            _ => Lookup::NotFound,
        })
    }

    fn import(&self, path: &Path) -> Option<Path> {
        let names = names(path);
        let universe = self.definitions.universe;
        let found = [Namespace::Type, Namespace::Value]
            .into_iter()
            .find_map(|namespace| resolve::outside(universe, self.at, &names, namespace))?;
        let span = path.span;
        let mut segments: Vec<Segment> = found
            .iter()
            .map(|name| Segment {
                ident: ident(name, span),
                args: Vec::new(),
            })
            .collect();
        // What follows the imported beginning is as written, arguments included.
        for (new, old) in segments.iter_mut().rev().zip(path.segments.iter().rev()) {
            new.args.clone_from(&old.args);
        }
        Some(Path {
            span,
            leading_colon: false,
            segments,
        })
    }

    fn of_constant(&self, constant: &ConstDef) -> Option<Box<dyn Env + '_>> {
        let key = self.definitions.key(&constant.id)?;
        let index = self.definitions.universe.index(key.0);
        Some(Box::new(self.definitions.env(key, index.def(key.1))))
    }
}

impl ScopeEnv<'_> {
    fn lookup<T>(
        &self,
        path: &Path,
        namespace: Namespace,
        of_def: impl FnOnce(Key, &Def) -> Lookup<T>,
    ) -> Lookup<T> {
        let universe = self.definitions.universe;
        let names = names(path);
        match resolve::resolve(universe, self.at, &names, path.leading_colon, namespace) {
            Resolution::Def(krate, id) => {
                let index = universe.index(krate);
                let def = index.def(id);
                match &def.unknown {
                    Some(unknown) => Lookup::Unfit(resolve::behind_cfg(&def.name, unknown)),
                    None => of_def((krate, id), def),
                }
            }
            Resolution::Variant(krate, id, name) if names.len() == 1 => {
                let index = universe.index(krate);
                Lookup::Unfit(format!(
                    "`{name}` is a variant of `{of}`: device code names it `{of}::{name}`",
                    of = index.def(id).name
                ))
            }
            Resolution::Unknown(reason) => Lookup::Unfit(reason),
            Resolution::Module(..)
            | Resolution::Variant(..)
            | Resolution::Outside(_)
            | Resolution::Nothing => Lookup::NotFound,
        }
    }

    fn unfit<T>(&self, def: &Def, what: String) -> Lookup<T> {
        Lookup::Unfit(format!(
            "`{}` at {} {what}",
            def.name,
            self.definitions.place(def)
        ))
    }

    /// For a definition that has errors of its own.
    fn faulty<T>(&self, key: Key, def: &Def, problem: &Problem) -> Lookup<T> {
        let what = match problem {
            Problem::Cycle => "it is defined by itself",
            Problem::Refused(errors) => match errors.0.first() {
                Some(first) => &first.message,
                None => "it has errors",
            },
        };
        let text = format!(
            "`{}` at {} cannot be used on a device: {what}",
            def.name,
            self.definitions.place(def)
        );
        // The attribute of a function of this package reports its errors where they are.
        let reported = matches!(def.kind, DefKind::DeviceFn(..)) && self.definitions.is_own(key);
        Lookup::Unfit(match reported {
            true => self.definitions.blame(text),
            false => text,
        })
    }
}

fn names(path: &Path) -> Vec<String> {
    path.segments
        .iter()
        .map(|segment| unraw(&segment.ident))
        .collect()
}

fn ident(name: &str, span: proc_macro2::Span) -> proc_macro2::Ident {
    syn::parse_str::<syn::Ident>(name)
        .map(|mut ident| {
            ident.set_span(span);
            ident
        })
        .unwrap_or_else(|_| proc_macro2::Ident::new_raw(name, span))
}
