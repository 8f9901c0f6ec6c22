//! `assert!`, `panic!` and their kin: the only macros of the language.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use super::format::{self, Argument, Piece};
use super::scope::key;
use super::{Parser, grammar};
use crate::syntax::ast::{
    Expr, ExprKind, Message, MessagePiece, PANIC_VALUES, PanicKind, PanicMacro,
};
use crate::syntax::{source, text};

impl Parser {
    pub(super) fn macro_call(&mut self, mac: &syn::Macro) -> Expr {
        let span = mac.path.span();
        let Some(kind) = panic_kind(&mac.path) else {
            let name = mac.path.segments.last().map(|last| last.ident.to_string());
            let kind = self.refused(span, text::macro_(&name.unwrap_or_default()));
            return self.make(span, kind);
        };
        let args = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let args: Vec<syn::Expr> = match args.parse2(mac.tokens.clone()) {
            Ok(args) => args.into_iter().collect(),
            Err(error) => {
                grammar(error, &mut self.errors);
                return self.make(span, ExprKind::Tuple(Vec::new()));
            }
        };
        let operands = operands(kind);
        if args.len() < operands {
            let kind = self.refused(span, text::operands_missing(kind));
            return self.make(span, kind);
        }
        let (operands, message) = args.split_at(operands);
        let source = match operands {
            [condition] => source::text(condition.to_token_stream()),
            _ => String::new(),
        };
        let operands: Vec<Expr> = operands.iter().map(|one| self.expr(one)).collect();
        let message = self.message(message);
        // The operands of `assert_eq!` are values of the message.
        let printed = if operands.len() == 2 { 2 } else { 0 };
        if let Some(message) = &message
            && let Some(first) = message.args.get(PANIC_VALUES - printed)
        {
            self.refuse(first.span, text::too_many_values(printed));
        }
        let panic = PanicMacro {
            kind,
            operands,
            source,
            message,
        };
        self.make(span, ExprKind::Panic(panic))
    }

    /// The format string and what follows it.
    fn message(&mut self, args: &[syn::Expr]) -> Option<Message> {
        let (first, rest) = args.split_first()?;
        let syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(format),
            ..
        }) = ungrouped(first)
        else {
            self.refuse(first.span(), text::MESSAGE_NOT_TEXT);
            return None;
        };
        let mut values = Values::default();
        for arg in rest {
            match named(arg) {
                Some((name, value)) => {
                    let value = self.expr(value);
                    values.push(value, Some(key(name)));
                }
                None => {
                    let value = self.expr(arg);
                    values.push(value, None);
                }
            }
        }
        let written = values.list.len();
        let span = format.span();
        let pieces = match format::pieces(&format.value()) {
            Ok(pieces) => pieces,
            Err(text) => {
                self.refuse(span, text);
                return None;
            }
        };
        let mut next = 0;
        let mut resolved = Vec::new();
        for piece in pieces {
            resolved.push(match piece {
                Piece::Text(text) => MessagePiece::Text(text),
                Piece::Argument(Argument::Next) => {
                    next += 1;
                    self.positional(next - 1, written, span, &mut values)
                }
                Piece::Argument(Argument::Index(index)) => {
                    self.positional(index, written, span, &mut values)
                }
                Piece::Argument(Argument::Name(name)) => {
                    MessagePiece::Arg(self.by_name(&name, span, &mut values))
                }
            });
        }
        if let Some(unused) = values.used.iter().position(|used| !used) {
            self.refuse(values.list[unused].span, text::UNUSED_VALUE);
        }
        Some(Message {
            pieces: resolved,
            args: values.list,
            format: format.clone(),
        })
    }

    fn positional(
        &mut self,
        index: usize,
        written: usize,
        span: Span,
        values: &mut Values,
    ) -> MessagePiece {
        if index < written {
            values.used[index] = true;
        } else {
            self.refuse(span, text::value_missing(index, written));
        }
        MessagePiece::Arg(index)
    }

    /// `{name}`: a named value, or what has that name where the macro stands.
    fn by_name(&mut self, name: &str, span: Span, values: &mut Values) -> usize {
        let mut known = values.names.iter();
        let known = known.position(|known| known.as_deref() == Some(name));
        if let Some(known) = known {
            values.used[known] = true;
            return known;
        }
        let name = Ident::new(name, span);
        let path = syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: name.clone().into(),
        };
        let value = self.expr(&syn::Expr::Path(path));
        values.push(value, Some(key(&name)));
        let index = values.list.len() - 1;
        values.used[index] = true;
        index
    }
}

/// The values of a message.
#[derive(Default)]
struct Values {
    list: Vec<Expr>,
    names: Vec<Option<String>>,
    used: Vec<bool>,
}

impl Values {
    fn push(&mut self, value: Expr, name: Option<String>) {
        self.list.push(value);
        self.names.push(name);
        self.used.push(false);
    }
}

/// `name = value`.
fn named(arg: &syn::Expr) -> Option<(&Ident, &syn::Expr)> {
    let syn::Expr::Assign(assign) = arg else {
        return None;
    };
    let syn::Expr::Path(path) = &*assign.left else {
        return None;
    };
    Some((path.path.get_ident()?, &assign.right))
}

fn ungrouped(mut expr: &syn::Expr) -> &syn::Expr {
    while let syn::Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

fn panic_kind(path: &syn::Path) -> Option<PanicKind> {
    let mut segments = path.segments.iter();
    let mut first = segments.next()?;
    if (first.ident == "core" || first.ident == "std") && path.segments.len() == 2 {
        first = segments.next()?;
    } else if path.segments.len() != 1 {
        return None;
    }
    Some(match first.ident.to_string().as_str() {
        "panic" => PanicKind::Panic,
        "unreachable" => PanicKind::Unreachable,
        "assert" => PanicKind::Assert,
        "assert_eq" => PanicKind::AssertEq,
        "assert_ne" => PanicKind::AssertNe,
        "debug_assert" => PanicKind::DebugAssert,
        "debug_assert_eq" => PanicKind::DebugAssertEq,
        "debug_assert_ne" => PanicKind::DebugAssertNe,
        _ => return None,
    })
}

/// How many arguments stand before the message.
fn operands(kind: PanicKind) -> usize {
    match kind {
        PanicKind::Panic | PanicKind::Unreachable => 0,
        PanicKind::Assert | PanicKind::DebugAssert => 1,
        PanicKind::AssertEq
        | PanicKind::AssertNe
        | PanicKind::DebugAssertEq
        | PanicKind::DebugAssertNe => 2,
    }
}
