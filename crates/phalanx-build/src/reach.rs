//! What a kernel reaches: the functions it calls, as the instances in which it calls them, and the
//! constants they name. Only the whole crate can tell whether all of it can be compiled.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use phalanx_compiler::converge;
use phalanx_compiler::program::Program;
use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::syntax::ast::{Body, ExprId, ExprKind};
use phalanx_compiler::syntax::visit;
use phalanx_compiler::types;
use phalanx_compiler::types::env::{ConstDef, FunctionSig};
use phalanx_compiler::types::subst::Substitution;
use phalanx_compiler::types::ty::TyOrConst;
use phalanx_compiler::types::typed::{Callee, Instance, PathRes, Tables, TypedFunction};
use proc_macro2::Span;

use crate::definitions::{Definitions, Key, Problem};

/// Errors of the package's own functions that are found on the way.
pub type Findings = HashMap<Key, Vec<Diagnostic>>;

/// Everything that a kernel needs.
///
/// # Errors
/// A part of it cannot be compiled: the text says what. An error for it stands in `findings`, unless
/// the function in which it is reports it itself.
pub fn program(
    definitions: &Definitions<'_>,
    kernel: Key,
    findings: &mut Findings,
) -> Result<Program, String> {
    let typed = definitions
        .function(kernel)
        .map_err(|problem| first_message(&problem))?;
    let mut walk = Walk {
        definitions,
        findings,
        program: Program::default(),
        seen: HashSet::new(),
        open: Vec::new(),
        reason: None,
    };
    for instance in &typed.instances {
        walk.function(kernel, &typed, instance);
    }
    match walk.reason {
        Some(reason) => Err(reason),
        None => Ok(walk.program),
    }
}

struct Walk<'a, 'u> {
    definitions: &'a Definitions<'u>,
    findings: &'a mut Findings,
    program: Program,
    seen: HashSet<(Key, Instance)>,
    /// The calls that led here: each caller, and where it calls.
    open: Vec<(Key, Span)>,
    /// The first that was found.
    reason: Option<String>,
}

impl Walk<'_, '_> {
    fn function(&mut self, key: Key, function: &Arc<TypedFunction>, instance: &Instance) {
        if !self.seen.insert((key, instance.clone())) {
            return;
        }
        if let Err(errors) = types::check_instance(function, instance) {
            self.refuse_all(key, errors);
            return;
        }
        if let Err(errors) = converge::check(function) {
            // Where the function stands, its macro says it.
            let place = self.place(key);
            let what = errors
                .0
                .first()
                .map_or("it is refused", |first| &first.message);
            self.leave_out(format!("`{}` at {place}: {what}", function.sig.name));
            return;
        }
        let id = function.sig.id.clone();
        self.program.functions.insert(id, function.clone());
        self.constants(key, function.body(), &function.tables);
        let substitution = Substitution::of_instance(&function.sig, instance);
        for (span, sig, args) in calls(function) {
            let instance = Instance {
                args: args.iter().map(|arg| substitution.arg(arg)).collect(),
            };
            self.call(key, span, &sig, &instance);
        }
    }

    fn call(&mut self, caller: Key, span: Span, sig: &FunctionSig, instance: &Instance) {
        let Some(callee) = self.definitions.key(&sig.id) else {
            unreachable!("a function is found by its key");
        };
        let name = &sig.name;
        if callee == caller || self.open.iter().any(|(open, _)| *open == callee) {
            let message = format!(
                "this call of `{name}` leads back to where it is called from, and the GPU's stack is too small \
                 for recursion"
            );
            let error = Diagnostic::new(span, message).help("write it as a loop");
            self.refuse(caller, error);
            return;
        }
        let function = match self.definitions.function(callee) {
            Ok(function) => function,
            Err(problem) => {
                let place = self.place(callee);
                let reason = format!(
                    "`{name}` at {place} cannot be compiled for a device: {}",
                    first_message(&problem)
                );
                if self.definitions.is_own(callee) {
                    self.leave_out(reason);
                } else {
                    self.refuse(caller, Diagnostic::new(span, reason));
                }
                return;
            }
        };
        self.open.push((caller, span));
        self.function(callee, &function, instance);
        self.open.pop();
    }

    fn constants(&mut self, key: Key, body: &Body, tables: &Tables) {
        let spans = spans(body);
        let mut used: Vec<(ExprId, &Arc<ConstDef>)> = tables
            .paths
            .iter()
            .filter_map(|(id, path)| match path {
                PathRes::Const(constant) => Some((*id, constant)),
                _ => None,
            })
            .collect();
        used.sort_by_key(|(id, _)| *id);
        for (id, constant) in used {
            let span = spans.get(&id).copied().unwrap_or_else(Span::call_site);
            self.constant(key, span, constant);
        }
    }

    /// A constant, and those in its value, named at a place of a function.
    fn constant(&mut self, key: Key, span: Span, constant: &Arc<ConstDef>) {
        if self.program.constants.contains_key(&constant.id) {
            return;
        }
        match self.definitions.typed_constant(constant) {
            Ok(typed) => {
                let id = constant.id.clone();
                self.program.constants.insert(id, typed.clone());
                for path in typed.tables.paths.values() {
                    if let PathRes::Const(inner) = path {
                        self.constant(key, span, inner);
                    }
                }
            }
            Err(problem) => {
                let place = self
                    .definitions
                    .key(&constant.id)
                    .map(|key| self.place(key));
                let message = format!(
                    "the value of `{}` at {} cannot be used on a device: {}",
                    constant.name,
                    place.unwrap_or_default(),
                    first_message(&problem)
                );
                self.refuse(key, Diagnostic::new(span, message));
            }
        }
    }

    fn refuse_all(&mut self, key: Key, errors: Errors) {
        for error in errors.0 {
            self.refuse(key, error);
        }
    }

    /// Reports an error in a function. One in another package is reported where this one's code calls
    /// into it.
    fn refuse(&mut self, key: Key, error: Diagnostic) {
        self.leave_out(error.message.clone());
        let (key, error) = if self.definitions.is_own(key) {
            (key, error)
        } else {
            let place = self.place(key);
            let caller = self
                .open
                .iter()
                .rev()
                .find(|(caller, _)| self.definitions.is_own(*caller));
            let Some(&(caller, span)) = caller else {
                unreachable!("a kernel is in the package");
            };
            let mut passed_on = Diagnostic::new(span, error.message);
            passed_on.notes = error.notes;
            passed_on.notes.push(format!("in the function at {place}"));
            passed_on.help = error.help;
            (caller, passed_on)
        };
        let found = self.findings.entry(key).or_default();
        if !found.iter().any(|known| same(known, &error)) {
            found.push(error);
        }
    }

    fn leave_out(&mut self, reason: String) {
        self.reason.get_or_insert(reason);
    }

    fn place(&self, key: Key) -> String {
        let index = self.definitions.universe.index(key.0);
        self.definitions.place(index.def(key.1))
    }
}

/// The calls of device functions in a body, in order: where, what, and with which generic arguments.
fn calls(function: &TypedFunction) -> Vec<(Span, Arc<FunctionSig>, Vec<TyOrConst>)> {
    let mut calls = Vec::new();
    let callees = &function.tables.callees;
    visit::exprs(function.body(), &mut |expr| {
        if let Some(Callee::Function { sig, args }) = callees.get(&expr.id) {
            let span = match &expr.kind {
                ExprKind::Call { path, .. } => path.span,
                _ => expr.span,
            };
            calls.push((expr.id, span, sig.clone(), args.clone()));
        }
    });
    calls.sort_by_key(|(id, ..)| *id);
    calls
        .into_iter()
        .map(|(_, span, sig, args)| (span, sig, args))
        .collect()
}

fn spans(body: &Body) -> HashMap<ExprId, Span> {
    let mut spans = HashMap::new();
    visit::exprs(body, &mut |expr| {
        spans.insert(expr.id, expr.span);
    });
    spans
}

fn first_message(problem: &Problem) -> String {
    match problem {
        Problem::Cycle => "it needs itself".to_owned(),
        Problem::Refused(errors) => Rc::as_ref(errors)
            .0
            .first()
            .map_or_else(|| "it has errors".to_owned(), |first| first.message.clone()),
    }
}

/// Whether two errors are one: found again under another instance, say.
fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let start = |one: &Diagnostic| (one.span.start().line, one.span.start().column);
    start(a) == start(b) && a.message == b.message
}
