//! From tokens to the tree. syn does the grammar; what is here resolves the names of locals and labels
//! and refuses, each at its own span, what the language does not have.
//!
//! One `Parser` serves one item. It never stops at an error: a refused expression is replaced by `()`,
//! which nobody sees because [`Errors::finish`] keeps the tree back, and parsing goes on so that a user
//! gets all refusals of an item at once.

mod attr;
mod block;
mod control;
mod expr;
mod format;
mod literal;
mod panics;
mod pat;
mod scope;
mod signature;
#[cfg(test)]
mod tests;
mod ty;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use self::scope::Scopes;
use super::ast::{
    Block, Body, Expr, ExprId, ExprKind, Function, FunctionKind, Local, LocalId, LoopId, TypeExpr,
};
use super::text::{self, Text};
use crate::report::{Diagnostic, Errors};

/// Parses the function under `#[group_kernel(attr)]`.
///
/// # Errors
///
/// Everything in it that the language does not have, and what is wrong with its signature and with the
/// arguments of the attribute as far as that can be said without types.
pub fn kernel(attr: TokenStream, item: TokenStream) -> Result<Function, Errors> {
    let item = item_fn(item, text::kernel_on_other)?;
    let hash = hash(&attr, &item);
    let mut parser = Parser::default();
    let signature = parser.signature(&item.sig);
    parser.kernel_signature(&item.sig, &signature);
    let attr = parser.kernel_attr(attr, &signature.generics);
    parser.function(FunctionKind::Kernel(attr), item, signature, hash)
}

/// Parses the function under `#[device_fn]`.
///
/// # Errors
///
/// As for [`kernel`].
pub fn device_fn(attr: TokenStream, item: TokenStream) -> Result<Function, Errors> {
    let item = item_fn(item, text::device_fn_on_other)?;
    let hash = hash(&attr, &item);
    let mut parser = Parser::default();
    if let Some(token) = attr.into_iter().next() {
        parser.refuse(token.span(), text::DEVICE_FN_ARGUMENTS);
    }
    let signature = parser.signature(&item.sig);
    parser.device_signature(&signature);
    parser.function(FunctionKind::Device, item, signature, hash)
}

/// Parses a `const` item that device code may use: its type, and its value as a [`Body`] of one
/// expression.
///
/// # Errors
///
/// Everything in it that the language does not have.
pub fn constant(item: &syn::ItemConst) -> Result<(TypeExpr, Body), Errors> {
    let mut parser = Parser::default();
    let (ty, value) =
        parser.constant_context(|parser| (parser.ty(&item.ty), parser.expr(&item.expr)));
    let block = Block {
        stmts: Vec::new(),
        span: value.span,
        value: Some(Box::new(value)),
    };
    let body = parser.take_body(block);
    parser.errors.finish((ty, body))
}

/// Parses a type that stands outside functions: of a field, of an alias.
///
/// # Errors
///
/// Everything in it that the language does not have.
pub fn type_expr(ty: &syn::Type) -> Result<TypeExpr, Errors> {
    let mut parser = Parser::default();
    let ty = parser.constant_context(|parser| parser.ty(ty));
    parser.errors.finish(ty)
}

fn item_fn(item: TokenStream, other: fn(&str) -> Text) -> Result<syn::ItemFn, Errors> {
    match syn::parse2::<syn::Item>(item) {
        Ok(syn::Item::Fn(item)) => Ok(item),
        Ok(item) => {
            let mut errors = Errors::default();
            errors.push(other(block::item_kind(&item)).at(block::item_keyword(&item)));
            Err(errors)
        }
        Err(error) => {
            let mut errors = Errors::default();
            grammar(error, &mut errors);
            Err(errors)
        }
    }
}

fn hash(attr: &TokenStream, item: &syn::ItemFn) -> u64 {
    let mut code = item.sig.to_token_stream();
    item.block.to_tokens(&mut code);
    crate::hash::item(attr, &code)
}

/// What syn found wrong with the grammar.
fn grammar(error: syn::Error, errors: &mut Errors) {
    for one in error {
        errors.push(Diagnostic::new(one.span(), one.to_string()));
    }
}

/// What parsing an item needs to remember.
#[derive(Default)]
struct Parser {
    errors: Errors,
    /// How many [`ExprId`]s were given out.
    exprs: u32,
    locals: Vec<Local>,
    scopes: Scopes,
    /// The loops around, the innermost last.
    loops: Vec<Loop>,
    /// Whether what is parsed is evaluated by the compiler: the length of an array, the value of a
    /// `const`. The variables of the function do not exist there.
    constant: bool,
    /// Uses of constants of the body, in the order of the source: [`block`] puts the constants of a
    /// block in order by them.
    constants_used: Vec<LocalId>,
    /// Whether what is parsed is the body of a closure.
    closure: bool,
    /// Lint attributes found in the body. The printed body is not the user's statement by statement, so
    /// they are kept for the whole function.
    lints: Vec<syn::Attribute>,
}

/// A loop that `break` and `continue` may name.
struct Loop {
    id: LoopId,
    label: Option<String>,
    values: Values,
}

/// Whether `break` may carry a value: out of `loop` alone, which does not end by itself.
#[derive(Clone, Copy)]
enum Values {
    Allowed,
    Refused,
}

impl Parser {
    fn refuse(&mut self, span: Span, text: Text) {
        self.errors.push(text.at(span));
    }

    fn id(&mut self) -> ExprId {
        let id = ExprId(self.exprs);
        self.exprs += 1;
        id
    }

    fn make(&mut self, span: Span, kind: ExprKind) -> Expr {
        Expr {
            id: self.id(),
            span,
            kind,
        }
    }

    /// What stands in for a refused expression.
    fn refused(&mut self, span: Span, text: Text) -> ExprKind {
        self.refuse(span, text);
        ExprKind::Tuple(Vec::new())
    }

    /// Parses what the compiler evaluates.
    fn constant_context<T>(&mut self, parse: impl FnOnce(&mut Parser) -> T) -> T {
        let constant = std::mem::replace(&mut self.constant, true);
        let loops = std::mem::take(&mut self.loops);
        let parsed = parse(self);
        self.constant = constant;
        self.loops = loops;
        parsed
    }

    fn take_body(&mut self, block: Block) -> Body {
        Body {
            locals: std::mem::take(&mut self.locals),
            exprs: self.exprs,
            block,
        }
    }

    fn function(
        mut self,
        kind: FunctionKind,
        item: syn::ItemFn,
        signature: signature::Signature,
        hash: u64,
    ) -> Result<Function, Errors> {
        let block = self.block(&item.block);
        let attrs = self.item_attrs(item.attrs, matches!(kind, FunctionKind::Kernel(_)));
        let body = self.take_body(block);
        self.errors.finish(Function {
            kind,
            attrs,
            vis: item.vis,
            is_unsafe: matches!(item.sig.safety, syn::Safety::Unsafe(_)),
            name: item.sig.ident,
            generics: signature.generics,
            params: signature.params,
            ret: signature.ret,
            body,
            hash,
        })
    }
}
