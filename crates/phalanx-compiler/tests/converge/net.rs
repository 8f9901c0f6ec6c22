//! The second net: what the printed Rust rebinds to `Diverged` is what the analysis refuses a call on. The
//! names of a body are followed here as rustc follows them.

use std::collections::{BTreeSet, HashSet};

use phalanx_compiler::converge::{self, Promises};
use phalanx_compiler::host::{self, Compiled, Image};
use phalanx_compiler::report::Diagnostic;
use phalanx_compiler::table::group_ops::GroupOp;
use phalanx_compiler::types::typed::TypedFunction;
use proc_macro2::{LineColumn, Span};
use syn::visit::{self, Visit};

use crate::crate_env::Crate;
use crate::random::program;
use crate::{See, typed};

/// Where calls begin.
type Places = BTreeSet<(usize, usize)>;

fn place(span: Span) -> (usize, usize) {
    let LineColumn { line, column } = span.start();
    (line, column)
}

/// Follows which names are `Diverged`, and finds the calls that all threads of such a group must make.
#[derive(Default)]
struct Names {
    diverged: HashSet<String>,
    calls: Places,
}

impl Names {
    fn is_diverged(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Reference(reference) => self.is_diverged(&reference.expr),
            syn::Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| self.diverged.contains(&name.to_string())),
            _ => false,
        }
    }

    /// Whether a value is a `Diverged`: of a group, or of a name that is one.
    fn diverges(&self, value: &syn::Expr) -> bool {
        match value {
            syn::Expr::Reference(reference) => self.diverges(&reference.expr),
            syn::Expr::Call(call) => function(call).is_some_and(|name| name == "diverge"),
            _ => self.is_diverged(value),
        }
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let outside = self.diverged.clone();
        inside(self);
        self.diverged = outside;
    }
}

/// The last name of the path of what is called.
fn function(call: &syn::ExprCall) -> Option<&syn::Ident> {
    match &*call.func {
        syn::Expr::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.scope(|names| visit::visit_block(names, block));
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.scope(|names| visit::visit_arm(names, arm));
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.scope(|names| visit::visit_expr_closure(names, closure));
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let init = local.init.as_ref().map(|init| &*init.expr);
        let diverges = init.is_some_and(|init| self.diverges(init));
        init.into_iter().for_each(|init| self.visit_expr(init));
        self.visit_pat(&local.pat);
        if diverges && let syn::Pat::Ident(name) = &local.pat {
            self.diverged.insert(name.ident.to_string());
        }
    }

    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.diverged.remove(&name.ident.to_string());
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let op = GroupOp::find(&call.method.to_string());
        if op.is_some_and(|op| op.collective) && self.is_diverged(&call.receiver) {
            self.calls.insert(place(span(&call.receiver)));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let passed = call.args.iter().any(|arg| self.is_diverged(arg));
        if let Some(name) = function(call)
            && passed
            && name != "diverge"
        {
            self.calls.insert(place(name.span()));
        }
        visit::visit_expr_call(self, call);
    }
}

fn span(expr: &syn::Expr) -> Span {
    use syn::spanned::Spanned;
    expr.span()
}

/// Whether it is something in the same statement (of one line, in random programs) that ends the use of a
/// group. Names are rebound between statements.
fn within_a_statement(error: &Diagnostic) -> bool {
    let here = format!("line {}: in ", place(error.span).0);
    error.notes.iter().any(|note| note.starts_with(&here))
}

/// The calls that the analysis refuses since some thread misses them, and those that rustc would.
fn refused(function: &TypedFunction) -> (Places, Places) {
    let (facts, errors) = converge::analyse(function, &Promises::default());
    let facts = facts.expect("few groups");
    let missed = errors.0.iter().filter(|error| {
        let says = |what| error.message.contains(what);
        says("is not reached by every thread of")
            || says("may wait for threads of") && !within_a_statement(error)
    });
    let first = missed.map(|error| place(error.span)).collect();
    let printed = if function.function.is_kernel() {
        let compiled = Compiled {
            image: Image::NoBuildScript,
            artefact: None,
        };
        host::kernel(function, &compiled, &facts)
    } else {
        host::device_fn(function, &[], &facts)
    };
    let mut names = Names::default();
    names.visit_file(&syn::parse2(printed).expect("what is printed is Rust"));
    (first, names.calls)
}

/// On whatever program: no call that the first net refuses passes the second, and none that passes the
/// first is caught in the second.
#[test]
fn both_nets_refuse_the_same_calls() {
    let mut calls = 0;
    for seed in 0..400 {
        let source = program(seed);
        let krate = Crate::parse(&source);
        for name in krate.names() {
            let function = typed(&krate, &name, See::Crate).expect("random programs have types");
            let (first, second) = refused(&function);
            calls += first.len();
            assert_eq!(first, second, "seed {seed}, `{name}`:\n{source}");
        }
    }
    assert!(calls > 400, "{calls} calls are refused");
}
