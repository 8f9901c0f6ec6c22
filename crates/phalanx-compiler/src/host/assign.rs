//! Assignments: the value first, then the place, as rustc evaluates them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code, braced};
use super::place::{Place, method};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::types::ty::{Float, Ty};

impl Printer<'_> {
    /// `place = value`
    pub(super) fn assign(&self, place: &Expr, value: &Expr, span: Span) -> Code {
        if self.is_native_target(place) {
            let (place, value) = (self.target(place), self.value(value).tokens);
            return Code::new(quote_spanned!(span=> #place = #value), Binds::Assign, span);
        }
        // Destructured into temporaries, which are then stored from left to right.
        let mut stores = Vec::new();
        let pattern = self.destructure(place, &mut stores);
        let code = self.value(value);
        let init = code.tokens;
        braced_block(
            quote_spanned!(span=> let #pattern = #init; #(#stores)*),
            span,
        )
    }

    /// Whether every place on the left side of an assignment is Rust's own.
    fn is_native_target(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Underscore => true,
            ExprKind::Tuple(parts) => parts.iter().all(|part| self.is_native_target(part)),
            _ => matches!(self.place(place), Place::Native(_)),
        }
    }

    fn target(&self, place: &Expr) -> TokenStream {
        let span = place.span;
        match &place.kind {
            ExprKind::Underscore => quote_spanned!(span=> _),
            ExprKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.target(part));
                quote_spanned!(span=> (#(#parts,)*))
            }
            _ => self.place(place).read(span).at_least(Binds::Unary),
        }
    }

    fn destructure(&self, place: &Expr, stores: &mut Vec<TokenStream>) -> TokenStream {
        let span = place.span;
        match &place.kind {
            ExprKind::Underscore => quote_spanned!(span=> _),
            ExprKind::Tuple(parts) => {
                let parts: Vec<_> = parts
                    .iter()
                    .map(|part| self.destructure(part, stores))
                    .collect();
                quote_spanned!(span=> (#(#parts,)*))
            }
            _ => {
                let value = hidden(format_ident!("value{}", stores.len()), span);
                stores.push(match self.place(place) {
                    Place::Native(place) => {
                        let place = place.at_least(Binds::Unary);
                        quote_spanned!(span=> #place = #value;)
                    }
                    Place::Memory(handle, _)
                    | Place::Slice(handle, _)
                    | Place::LocalSlice(handle, _) => {
                        let store = method(handle, "write", quote!(#value), span).tokens;
                        quote_spanned!(span=> #store;)
                    }
                });
                quote!(#value)
            }
        }
    }

    /// `place op= value`
    pub(super) fn assign_op(&self, op: BinaryOp, place: &Expr, value: &Expr, span: Span) -> Code {
        let ty = self.tables.ty(place.id);
        let right = self.operand(value);
        let temporary = hidden(format_ident!("value"), value.span);
        let target = hidden(format_ident!("place"), span);
        match self.place(place) {
            Place::Native(code) => {
                if native_assign_op(op, ty) {
                    let (code, right) = (code.at_least(Binds::Unary), right.tokens);
                    let symbol = assign_symbol(op, span);
                    let tokens = quote!(#code #symbol #right);
                    return Code::new(tokens, Binds::Assign, span);
                }
                let used = Code::postfix(quote!(#temporary), value.span);
                let right = right.tokens;
                if matches!(place.kind, ExprKind::Local(_)) {
                    let result = self.binary(op, ty, code.clone(), used, span).tokens;
                    let code = code.tokens;
                    return braced_block(
                        quote_spanned!(span=> let #temporary = #right; #code = #result;),
                        span,
                    );
                }
                let current = Code::new(quote_spanned!(span=> *#target), Binds::Unary, span);
                let result = self.binary(op, ty, current, used, span).tokens;
                let code = code.at_least(Binds::Unary);
                braced_block(
                    quote_spanned! {span=>
                        let #temporary = #right;
                        let #target = &mut #code;
                        *#target = #result;
                    },
                    span,
                )
            }
            Place::Memory(handle, _) | Place::Slice(handle, _) | Place::LocalSlice(handle, _) => {
                let kept = Code::postfix(quote!(#target), span);
                let current = method(kept.clone(), "read", TokenStream::new(), span);
                let used = Code::postfix(quote!(#temporary), value.span);
                let result = self.binary(op, ty, current, used, span).tokens;
                let store = method(kept, "write", result, span).tokens;
                let (handle, right) = (handle.tokens, right.tokens);
                braced_block(
                    quote_spanned! {span=>
                        let #temporary = #right;
                        let #target = #handle;
                        #store;
                    },
                    span,
                )
            }
        }
    }
}

/// Whether Rust's own `op=` means what a kernel's does.
fn native_assign_op(op: BinaryOp, ty: &Ty) -> bool {
    use BinaryOp::*;
    match op {
        And | Or | Xor => true,
        Div | Rem => matches!(ty, Ty::Int(_) | Ty::Float(Float::F32 | Float::F64)),
        _ => matches!(ty, Ty::Float(Float::F32 | Float::F64)),
    }
}

fn braced_block(tokens: TokenStream, span: Span) -> Code {
    Code::new(braced(tokens, span), Binds::Block, span)
}

/// A name that no user can write, reported at `span`.
fn hidden(mut name: Ident, span: Span) -> Ident {
    name.set_span(Span::mixed_site().located_at(span));
    name
}

fn assign_symbol(op: BinaryOp, span: Span) -> TokenStream {
    use BinaryOp::*;
    match op {
        Add => quote_spanned!(span=> +=),
        Sub => quote_spanned!(span=> -=),
        Mul => quote_spanned!(span=> *=),
        Div => quote_spanned!(span=> /=),
        Rem => quote_spanned!(span=> %=),
        And => quote_spanned!(span=> &=),
        Or => quote_spanned!(span=> |=),
        Xor => quote_spanned!(span=> ^=),
        Shl => quote_spanned!(span=> <<=),
        Shr => quote_spanned!(span=> >>=),
        Eq | Ne | Lt | Le | Gt | Ge => unreachable!("a comparison does not assign"),
    }
}
