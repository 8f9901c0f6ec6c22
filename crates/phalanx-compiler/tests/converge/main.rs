//! The convergence stage on small sources: what is accepted, and what is refused with which words.
//!
//! To add a case, copy one: `accept!` a source, or `refuse!` it with the text that the user reads.

// The compiler shares trees by `Arc`.
#![allow(clippy::arc_with_non_send_sync)]

#[path = "../types/crate_env.rs"]
mod crate_env;

mod accepted;
mod facts;
mod flow;
mod groups;
mod loops;
mod net;
mod parts;
mod random;
mod refused;
mod uniform;
mod values;

use proc_macro2::LineColumn;

use crate_env::Crate;
use phalanx_compiler::converge::{self, Facts, Promises};
use phalanx_compiler::report::Errors;
use phalanx_compiler::types::env::{Env, OneItem};
use phalanx_compiler::types::typed::TypedFunction;

/// What the stage may know of other items.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum See {
    /// As the macro.
    OneItem,
    /// As the build script.
    Crate,
}

/// Types a function of a source.
pub(crate) fn typed(krate: &Crate, name: &str, see: See) -> Result<TypedFunction, Errors> {
    let env: &dyn Env = match see {
        See::OneItem => &OneItem,
        See::Crate => krate,
    };
    let function = krate.item(name);
    let sig = phalanx_compiler::types::signature(&function, format!("test::{name}"), env)?;
    phalanx_compiler::types::check(function, sig.into(), String::new(), env)
}

/// What the stage says of every function of a source, seeing as much as `see`; empty if it accepts all.
fn verdict(source: &str, see: See) -> String {
    let krate = Crate::parse(source);
    let mut text = String::new();
    for name in krate.names() {
        let function = match typed(&krate, &name, see) {
            Ok(function) => function,
            Err(errors) => panic!(
                "`{name}` does not pass the types stage:\n{}",
                texts(&errors)
            ),
        };
        let promises = match see {
            // What the build script hands to the macro.
            See::OneItem => match typed(&krate, &name, See::Crate) {
                Ok(function) => Promises::of(&function),
                Err(_) => Promises::default(),
            },
            See::Crate => Promises::default(),
        };
        if let Err(errors) = converge::check_with(&function, &promises) {
            text.push_str(&texts(&errors));
        }
    }
    text
}

/// The facts of the only function of a source.
pub(crate) fn facts(source: &str) -> (TypedFunction, Facts) {
    let krate = Crate::parse(source);
    let [name] = &krate.names()[..] else {
        panic!("one function");
    };
    let function =
        typed(&krate, name, See::OneItem).unwrap_or_else(|errors| panic!("{}", texts(&errors)));
    let (facts, _) = converge::analyse(&function, &Promises::default());
    (function, facts.expect("few groups"))
}

/// `line: message`, notes and help, a line each.
pub(crate) fn texts(errors: &Errors) -> String {
    let mut text = String::new();
    for diagnostic in &errors.0 {
        let LineColumn { line, .. } = diagnostic.span.start();
        text.push_str(&format!("{line}: {}\n", diagnostic.message));
        for note in &diagnostic.notes {
            text.push_str(&format!("  note: {note}\n"));
        }
        if let Some(help) = &diagnostic.help {
            text.push_str(&format!("  help: {help}\n"));
        }
    }
    text
}

pub(crate) fn assert_accepted(source: &str) {
    for see in [See::OneItem, See::Crate] {
        let text = verdict(source, see);
        assert!(text.is_empty(), "{see:?} refuses:\n{text}");
    }
}

/// The whole text of all refusals.
pub(crate) fn assert_refused(source: &str, expected: &str) {
    for see in [See::OneItem, See::Crate] {
        assert_text(&verdict(source, see), expected, see);
    }
}

/// Only the lines and what is wrong in each.
pub(crate) fn assert_refused_at(source: &str, expected: &str) {
    for see in [See::OneItem, See::Crate] {
        let text = verdict(source, see);
        let brief: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_text(&brief.join("\n"), expected, see);
    }
}

fn assert_text(text: &str, expected: &str, see: See) {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_string).collect()
    };
    assert!(
        lines(text) == lines(expected),
        "{see:?} says:\n{text}\nexpected:\n{expected}"
    );
}

/// A source in which every function must be accepted, whether the stage sees other items or not.
macro_rules! accept {
    ($name:ident, $source:expr) => {
        #[test]
        fn $name() {
            crate::assert_accepted($source);
        }
    };
}

/// A source that must be refused with exactly this text. The first line of the source is line 1.
macro_rules! refuse {
    ($name:ident, $source:expr, $expected:expr) => {
        #[test]
        fn $name() {
            crate::assert_refused($source, $expected);
        }
    };
}

/// A source that must be refused in these lines for this: the notes and the way out are left to `refuse!`.
macro_rules! refuse_at {
    ($name:ident, $source:expr, $expected:expr) => {
        #[test]
        fn $name() {
            crate::assert_refused_at($source, $expected);
        }
    };
}

pub(crate) use {accept, refuse, refuse_at};
