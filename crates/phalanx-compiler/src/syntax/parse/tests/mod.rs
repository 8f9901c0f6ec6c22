//! The parser, construct by construct.

mod print;
mod refusals;
mod spans;
mod tree;

use std::str::FromStr;

use proc_macro2::TokenStream;

use crate::report::Errors;
use crate::syntax::ast::Function;

/// Parses a kernel from its source, the attribute included: `#[group_kernel(fma)] fn k(..) {}`, or a
/// device function.
fn item(source: &str) -> Result<Function, Errors> {
    let item: syn::ItemFn = syn::parse_str(source).expect("the test's source is a function");
    let attr = item
        .attrs
        .iter()
        .find(|attr| attr.path().is_ident("group_kernel") || attr.path().is_ident("device_fn"));
    let attr = attr.expect("the test's source has an attribute of ours");
    let args = match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let tokens = TokenStream::from_str(source).expect("it has been parsed above");
    if attr.path().is_ident("group_kernel") {
        super::kernel(args, tokens)
    } else {
        super::device_fn(args, tokens)
    }
}

/// Every message, a line each.
fn texts(errors: Errors) -> String {
    let texts = errors.0.iter().map(|error| error.text());
    texts.collect::<Vec<_>>().join("\n")
}
