//! Prints the Rust of an item: a kernel's type with its `launch`, a device function, and their bodies as
//! the emulator runs them.
//!
//! Every token has the span of the user's token that it stands for. So rustc's own errors land there, and
//! `Location::caller()` in a function that the body calls is the user's line and column. Names that are
//! not the user's have the hygiene of the macro.
//!
//! | to find | look in |
//! |---|---|
//! | the type of a kernel, its descriptor, its documentation | `kernel` |
//! | `launch`, `variant` | `launch`, `axes` |
//! | device functions, signatures | `function` |
//! | reads, writes and borrows of memory | `place` |
//! | every other expression | `expr`, `assign`, `call`, `panic` |
//! | statements and patterns | `stmt` |
//! | groups where they are not whole | `diverged` |
//! | types and paths | `written` |
//! | where parentheses go | `code` |
//! | `#[derive(DeviceCopy)]` | `derive` |
//! | what stands for an item that was refused | `stub` |

mod assign;
mod axes;
mod call;
mod code;
mod derive;
mod diverged;
mod expr;
mod function;
mod kernel;
mod launch;
mod panic;
mod place;
mod stmt;
mod stub;
mod written;

use std::collections::HashMap;

use proc_macro2::TokenStream;

pub use self::derive::device_copy;
pub use self::kernel::{Compiled, Image};
pub use self::stub::{device_fn_stub, kernel_stub};
use crate::converge::Facts;
use crate::syntax::ast::{Body, ExprId};
use crate::syntax::literals;
use crate::types::ty::Ty;
use crate::types::typed::{Tables, TypedFunction};

/// Prints what stands for a kernel: its type with `launch` and `info`, and the body for the emulator.
/// `facts` say where its groups are not whole.
pub fn kernel(kernel: &TypedFunction, compiled: &Compiled<'_>, facts: &Facts) -> TokenStream {
    self::kernel::print(kernel, compiled, facts)
}

/// Prints a device function. `literals` are the suffixes that the build script found
/// ([`crate::artefact::Artefact::literals`]), `facts` say where its groups are not whole.
pub fn device_fn(
    function: &TypedFunction,
    literals: &[Option<String>],
    facts: &Facts,
) -> TokenStream {
    self::function::device_fn(function, literals, facts)
}

/// Prints the code of one body.
#[derive(Clone, Copy)]
struct Printer<'a> {
    body: &'a Body,
    tables: &'a Tables,
    /// The suffixes of literals. None in patterns, where the type is that of what is matched.
    suffixes: Option<&'a HashMap<ExprId, String>>,
    /// Where groups are not whole. None where no body is printed.
    facts: Option<&'a Facts>,
    /// Inside an array length, a const generic or a `const`: evaluated by rustc, so Rust's own
    /// arithmetic, which refuses to overflow.
    in_constant: bool,
    /// The lifetime of all handles of a signature; a body leaves it to inference.
    lifetime: Option<&'static str>,
    /// What to print for the generic parameters, where an instance is printed.
    substitution: Option<&'a written::Substitution>,
}

impl<'a> Printer<'a> {
    fn new(function: &'a TypedFunction, suffixes: &'a HashMap<ExprId, String>) -> Self {
        Printer {
            body: function.body(),
            tables: &function.tables,
            suffixes: Some(suffixes),
            facts: None,
            in_constant: false,
            lifetime: None,
            substitution: None,
        }
    }

    fn with_facts(self, facts: &'a Facts) -> Self {
        Printer {
            facts: Some(facts),
            ..self
        }
    }

    fn in_pattern(self) -> Self {
        Printer {
            suffixes: None,
            ..self
        }
    }

    fn constant(self) -> Self {
        Printer {
            in_constant: true,
            ..self
        }
    }
}

/// The suffixes to write into the literals of a body: what was inferred for certain here, and what the
/// build script found out with its knowledge of the whole crate.
fn suffixes(function: &TypedFunction, found: &[Option<String>]) -> HashMap<ExprId, String> {
    let tables = &function.tables;
    let mut suffixes: HashMap<_, _> = literals::of(function.body())
        .into_iter()
        .zip(found)
        .filter_map(|(id, suffix)| Some((id, suffix.clone()?)))
        .collect();
    for &id in &tables.certain {
        let suffix = match tables.ty(id) {
            Ty::Int(int) => int.name(),
            Ty::Float(float) if float.has_literals() => float.name(),
            _ => continue,
        };
        suffixes.insert(id, suffix.to_owned());
    }
    suffixes
}
