//! `assert!`, `panic!` and their kin, with the messages that the sources would give.

use proc_macro2::{Literal as Token, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code};
use crate::syntax::ast::{Message, MessagePiece, PanicKind, PanicMacro};

impl Printer<'_> {
    pub(super) fn panic(&self, panic: &PanicMacro, span: Span) -> Code {
        use PanicKind::*;
        let operands: Vec<_> = panic
            .operands
            .iter()
            .map(|one| self.operand(one).tokens)
            .collect();
        let message = panic
            .message
            .as_ref()
            .map(|message| self.message(message, span));
        let tokens = match panic.kind {
            Panic => quote_spanned!(span=> ::core::panic!(#message)),
            Unreachable => quote_spanned!(span=> ::core::unreachable!(#message)),
            Assert | DebugAssert => {
                // Rust's own message would show what is printed here instead of what the user wrote.
                let message = message.unwrap_or_else(|| {
                    let text = format!("assertion failed: {}", panic.source);
                    format_string(&text.replace('{', "{{").replace('}', "}}"), span)
                });
                match panic.kind {
                    Assert => quote_spanned!(span=> ::core::assert!(#(#operands,)* #message)),
                    _ => quote_spanned!(span=> ::core::debug_assert!(#(#operands,)* #message)),
                }
            }
            AssertEq => quote_spanned!(span=> ::core::assert_eq!(#(#operands,)* #message)),
            AssertNe => quote_spanned!(span=> ::core::assert_ne!(#(#operands,)* #message)),
            DebugAssertEq => {
                quote_spanned!(span=> ::core::debug_assert_eq!(#(#operands,)* #message))
            }
            DebugAssertNe => {
                quote_spanned!(span=> ::core::debug_assert_ne!(#(#operands,)* #message))
            }
        };
        Code::new(tokens, Binds::Postfix, span)
    }

    /// The format string and its arguments. Places are numbered, so that each argument is evaluated
    /// once and in the order in which it is written.
    fn message(&self, message: &Message, span: Span) -> TokenStream {
        let mut format = String::new();
        for piece in &message.pieces {
            match piece {
                MessagePiece::Text(text) => {
                    format.push_str(&text.replace('{', "{{").replace('}', "}}"));
                }
                MessagePiece::Arg(index) => format.push_str(&format!("{{{index}}}")),
            }
        }
        let format = format_string(&format, message.format.span());
        let args = message.args.iter().map(|arg| self.operand(arg).tokens);
        quote_spanned!(span=> #format #(, #args)*)
    }
}

fn format_string(text: &str, span: Span) -> TokenStream {
    let mut token = Token::string(text);
    token.set_span(span);
    quote!(#token)
}
