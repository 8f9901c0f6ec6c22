//! From an item to what stands for it.

use std::sync::Arc;

use phalanx_compiler::artefact::{Artefact, Kind, Refusal, Status};
use phalanx_compiler::converge::{self, Facts, Promises};
use phalanx_compiler::host::{self, Compiled, Image};
use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::syntax::ast::Function;
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::typed::TypedFunction;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::artefacts::{Crate, Found};

pub(crate) fn kernel(krate: &Crate, attr: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = parse::kernel(attr.clone(), item.clone())
        .and_then(typed)
        .and_then(|kernel| print_kernel(krate, &kernel, &item));
    expanded.unwrap_or_else(|errors| {
        let (errors, stub) = (errors.to_compile_errors(), host::kernel_stub(attr, item));
        quote!(#errors #stub)
    })
}

pub(crate) fn device_fn(krate: &Crate, attr: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = parse::device_fn(attr.clone(), item.clone())
        .and_then(typed)
        .and_then(|function| print_device_fn(krate, &function, &item));
    expanded.unwrap_or_else(|errors| {
        let (errors, stub) = (errors.to_compile_errors(), host::device_fn_stub(attr, item));
        quote!(#errors #stub)
    })
}

/// The types, as far as one item tells them.
fn typed(function: Function) -> Result<TypedFunction, Errors> {
    let name = function.name.to_string();
    let sig = Arc::new(types::signature(&function, name, &OneItem)?);
    let typed = types::check(function, sig, String::new(), &OneItem)?;
    let mut errors = Errors::default();
    for instance in &typed.instances {
        if let Err(more) = types::check_instance(&typed, instance) {
            errors.0.extend(more.0);
        }
    }
    errors.finish(typed)
}

fn print_kernel(
    krate: &Crate,
    kernel: &TypedFunction,
    item: &TokenStream,
) -> Result<TokenStream, Errors> {
    let (image, artefact) = match found(krate, Kind::Kernel, &kernel.function) {
        Found::NoBuildScript => (Image::NoBuildScript, None),
        Found::Built {
            status: Status::Off(reason),
            artefact,
            ..
        } => (Image::NotBuilt { reason }, artefact),
        Found::Built {
            status: Status::Cuda,
            artefact: None,
            ..
        } => {
            return Err(not_found(&kernel.function));
        }
        Found::Built {
            status: Status::Cuda,
            artefact: Some(artefact),
            folder,
        } => {
            let image = match (&artefact.image, &artefact.left_out) {
                (Some(image), _) => {
                    Image::Embedded(folder.join(image).to_string_lossy().into_owned())
                }
                (None, Some(reason)) => Image::NotBuilt {
                    reason: reason.clone(),
                },
                (None, None) => Image::NotBuilt {
                    reason: "the build script did not compile it".to_owned(),
                },
            };
            (image, Some(artefact))
        }
        Found::Unreadable(reason) => return Err(unreadable(&kernel.function, &reason)),
    };
    refused(artefact.as_deref(), &kernel.function, item)?;
    let facts = converges(artefact.as_deref(), kernel)?;
    let compiled = Compiled {
        image,
        artefact: artefact.as_deref(),
    };
    Ok(host::kernel(kernel, &compiled, &facts))
}

fn print_device_fn(
    krate: &Crate,
    function: &TypedFunction,
    item: &TokenStream,
) -> Result<TokenStream, Errors> {
    let artefact = match found(krate, Kind::DeviceFn, &function.function) {
        // A function that no kernel reaches has no artefact, and needs none.
        Found::NoBuildScript | Found::Built { artefact: None, .. } => None,
        Found::Built {
            artefact: Some(artefact),
            ..
        } => Some(artefact),
        Found::Unreadable(reason) => return Err(unreadable(&function.function, &reason)),
    };
    refused(artefact.as_deref(), &function.function, item)?;
    let facts = converges(artefact.as_deref(), function)?;
    let literals = artefact.map_or(Vec::new(), |artefact| artefact.literals);
    Ok(host::device_fn(function, &literals, &facts))
}

fn found(krate: &Crate, kind: Kind, function: &Function) -> Found {
    let span = function.name.span();
    let line = u32::try_from(span.start().line).unwrap_or_default();
    krate.find(kind, function.hash, &span.file(), line)
}

/// Whether every thread of a group reaches the collectives on it. Which functions promise a uniform
/// result only the build script can tell; without it none does.
fn converges(artefact: Option<&Artefact>, function: &TypedFunction) -> Result<Facts, Errors> {
    let none = Promises::default();
    let promises = artefact.map_or(&none, |artefact| &artefact.promises);
    converge::check_with(function, promises)
}

/// What the build script refused with its knowledge of the whole crate.
fn refused(
    artefact: Option<&Artefact>,
    function: &Function,
    item: &TokenStream,
) -> Result<(), Errors> {
    let refusals = artefact.map_or(&[][..], |artefact| &artefact.errors);
    let diagnostics = refusals.iter().map(|refusal| {
        let span = token_at(item.clone(), refusal).unwrap_or(function.name.span());
        Diagnostic::new(span, refusal.message.clone())
    });
    Errors(diagnostics.collect()).finish(())
}

/// The token that starts where a refusal says.
fn token_at(tokens: TokenStream, refusal: &Refusal) -> Option<Span> {
    tokens.into_iter().find_map(|token| {
        let start = token.span().start();
        if (start.line, start.column) == (refusal.line as usize, refusal.column as usize) {
            return Some(token.span());
        }
        match token {
            TokenTree::Group(group) => token_at(group.stream(), refusal),
            _ => None,
        }
    })
}

fn not_found(function: &Function) -> Errors {
    let name = &function.name;
    let diagnostic = Diagnostic::new(
        name.span(),
        format!("the crate's build script compiles its kernels, and did not find `{name}`"),
    )
    .note(
        "it reads the sources before macros expand, so it cannot find a kernel that a macro makes, one behind a `cfg` \
         that only rustc can evaluate, or one in a file that no `mod` leads to",
    )
    .note(
        "if the kernel was edited and the build script has not run since, it names its own `rerun-if-changed` files: leave \
         that to `phalanx_build::compile()`",
    )
    .help("write the kernel out where the `mod`s of the crate lead, under `cfg`s of features and targets");
    Errors(vec![diagnostic])
}

fn unreadable(function: &Function, reason: &str) -> Errors {
    let diagnostic = Diagnostic::new(
        function.name.span(),
        format!("what the build script wrote of `{}` cannot be read: {reason}", function.name),
    )
    .help("`phalanx` and `phalanx-build` must have the same version; then build again after `cargo clean`");
    Errors(vec![diagnostic])
}

#[cfg(test)]
mod tests;
