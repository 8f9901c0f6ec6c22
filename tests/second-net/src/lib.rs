//! `#[group_kernel]` and `#[device_fn]` with the first net cut away: what the analysis of convergence
//! refuses is not reported, and only the groups that the printed Rust rebinds to `Diverged` are left to
//! stop a program. The programs that rustc must refuse then are in `cases/`.

use std::sync::Arc;

use phalanx_compiler::converge::{self, Facts, Promises};
use phalanx_compiler::host::{self, Compiled, Image};
use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::Function;
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::typed::TypedFunction;
use proc_macro::TokenStream;

/// A kernel whose convergence only rustc judges.
#[proc_macro_attribute]
pub fn group_kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    let compiled = Compiled {
        image: Image::NoBuildScript,
        artefact: None,
    };
    let parsed = parse::kernel(attr.into(), item.into());
    expand(parsed, |kernel, facts| {
        host::kernel(kernel, &compiled, facts)
    })
}

/// A device function whose convergence only rustc judges.
#[proc_macro_attribute]
pub fn device_fn(attr: TokenStream, item: TokenStream) -> TokenStream {
    let parsed = parse::device_fn(attr.into(), item.into());
    expand(parsed, |function, facts| {
        host::device_fn(function, &[], facts)
    })
}

fn expand(
    parsed: Result<Function, Errors>,
    print: impl FnOnce(&TypedFunction, &Facts) -> proc_macro2::TokenStream,
) -> TokenStream {
    let printed = parsed.and_then(typed).and_then(|function| {
        match converge::analyse(&function, &Promises::default()) {
            (Some(facts), _) => Ok(print(&function, &facts)),
            (None, errors) => Err(errors),
        }
    });
    printed
        .unwrap_or_else(|errors| errors.to_compile_errors())
        .into()
}

fn typed(function: Function) -> Result<TypedFunction, Errors> {
    let name = function.name.to_string();
    let sig = Arc::new(types::signature(&function, name, &OneItem)?);
    types::check(function, sig, String::new(), &OneItem)
}
