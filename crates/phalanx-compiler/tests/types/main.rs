//! The types stage on small sources: what is inferred, and what is refused.

// The compiler shares trees by `Arc`.
#![allow(clippy::arc_with_non_send_sync)]

mod crate_env;
mod inferred;
mod refused;
mod rustc;
mod tables;

use proc_macro2::LineColumn;

use crate_env::Crate;
use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::Function;
use phalanx_compiler::types::env::{Env, OneItem};
use phalanx_compiler::types::typed::TypedFunction;

/// Types the kernel or device function of this name, seeing only it.
fn one_item(source: &str, name: &str) -> Result<TypedFunction, Errors> {
    check(Crate::parse(source).item(name), &OneItem)
}

/// The same, seeing the whole source.
fn whole_crate(source: &str, name: &str) -> Result<TypedFunction, Errors> {
    let krate = Crate::parse(source);
    check(krate.item(name), &krate)
}

fn check(function: Function, env: &dyn Env) -> Result<TypedFunction, Errors> {
    let id = format!("test::{}", function.name);
    let sig = phalanx_compiler::types::signature(&function, id, env)?;
    phalanx_compiler::types::check(function, sig.into(), String::new(), env)
}

/// `line:column: message`, notes and help, a line each.
fn texts(errors: &Errors) -> String {
    let mut text = String::new();
    for diagnostic in &errors.0 {
        let LineColumn { line, column } = diagnostic.span.start();
        text.push_str(&format!("{line}:{}: {}\n", column + 1, diagnostic.message));
        for note in &diagnostic.notes {
            text.push_str(&format!("  note: {note}\n"));
        }
        if let Some(help) = &diagnostic.help {
            text.push_str(&format!("  help: {help}\n"));
        }
    }
    text
}
