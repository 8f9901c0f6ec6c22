//! Calls: device functions, group operations, number methods, atomics, memory.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::{Code, parenthesised};
use super::place::{Place, local, method};
use super::written::rt;
use crate::syntax::ast::{Expr, ExprKind, GenericArg, Path};
use crate::table::methods::{Host, NumberMethod};
use crate::types::ty::Ty;
use crate::types::typed::{Callee, MemoryMethod};

impl Printer<'_> {
    pub(super) fn call(&self, expr: &Expr, path: &Path, args: &[Expr]) -> Code {
        let span = expr.span;
        let callee = self.tables.callees.get(&expr.id);
        let (function, args) = match callee {
            Some(Callee::Number { method, .. }) if method.host == Host::Rt => {
                let args = args.iter().map(|arg| self.operand(arg).tokens);
                (rt(method.name, span), quote!(#(#args),*))
            }
            Some(Callee::OpaqueFunction(_)) | None => {
                (self.value_path(path), self.opaque_args(args))
            }
            Some(_) => (self.value_path(path), self.args(args)),
        };
        let args = parenthesised(args, span);
        let call = Code::postfix(quote!(#function #args), span);
        match callee {
            Some(Callee::OpaqueFunction(_)) | None => plain(call),
            Some(_) => call,
        }
    }

    pub(super) fn method_call(
        &self,
        expr: &Expr,
        receiver: &Expr,
        name: &Ident,
        turbofish: &[GenericArg],
        args: &[Expr],
    ) -> Code {
        match self.tables.callees.get(&expr.id) {
            Some(Callee::Group { .. }) => {
                let receiver = self.value(receiver);
                self.native_call(receiver, name, turbofish, self.args(args))
            }
            Some(Callee::Number { method, .. }) => self.number(expr, method, receiver, name, args),
            Some(Callee::Atomic { .. }) => {
                let receiver = match self.memory(receiver) {
                    Some((handle, _)) => handle,
                    None => self.value(receiver),
                };
                self.native_call(receiver, name, turbofish, self.args(args))
            }
            Some(Callee::Memory(method)) => self.memory_method(expr, *method, receiver, name, args),
            Some(Callee::OpaqueMethod) | None => {
                let rt_method = NumberMethod::find(&name.to_string(), true)
                    .find(|row| row.host == Host::Rt && row.params.len() == args.len());
                match rt_method {
                    Some(row) => self.number(expr, row, receiver, name, args),
                    None => {
                        let args = self.opaque_args(args);
                        plain(self.native_call(self.operand(receiver), name, turbofish, args))
                    }
                }
            }
            Some(
                Callee::Iter(_)
                | Callee::Function { .. }
                | Callee::OpaqueFunction(_)
                | Callee::TupleStruct(_)
                | Callee::CoalescedThreads
                | Callee::AssumeUniform
                | Callee::From { .. },
            ) => self.native_call(self.operand(receiver), name, turbofish, self.args(args)),
        }
    }

    fn native_call(
        &self,
        receiver: Code,
        name: &Ident,
        turbofish: &[GenericArg],
        args: TokenStream,
    ) -> Code {
        let span = name.span();
        let receiver = receiver.operand();
        let turbofish = (!turbofish.is_empty()).then(|| {
            let generics = self.generic_args(turbofish);
            quote_spanned!(span=> ::<#generics>)
        });
        let args = parenthesised(args, span);
        Code::postfix(
            quote_spanned!(span=> #receiver.#name #turbofish #args),
            span,
        )
    }

    fn args(&self, args: &[Expr]) -> TokenStream {
        let args = args.iter().map(|arg| self.value(arg).tokens);
        quote!(#(#args),*)
    }

    /// The arguments of a function in another item, whose parameters this printer does not know: what
    /// may be converted silently is left to the types.
    fn opaque_args(&self, args: &[Expr]) -> TokenStream {
        let args = args.iter().map(|arg| self.opaque_arg(arg).tokens);
        quote!(#(#args),*)
    }

    fn opaque_arg(&self, arg: &Expr) -> Code {
        let span = arg.span;
        let lend = |code: Code| {
            let (lend, code) = (rt("lend", span), code.tokens);
            Code::postfix(quote_spanned!(span=> #lend(#code)), span)
        };
        if let ExprKind::Ref { mutable, expr } = &arg.kind {
            return match self.place(expr) {
                Place::Native(code) if self.is_group(expr) => {
                    let code = code.operand();
                    Code::postfix(quote_spanned!(span=> &#code), span)
                }
                Place::Native(code) => lend(local(code, *mutable, span)),
                Place::Memory(code, _) | Place::Slice(code, _) => lend(code),
                Place::LocalSlice(..) => self.value(arg),
            };
        }
        if self.tables.ty(arg.id).is_memory() {
            lend(self.value(arg))
        } else {
            self.value(arg)
        }
    }

    fn number(
        &self,
        expr: &Expr,
        row: &NumberMethod,
        receiver: &Expr,
        name: &Ident,
        args: &[Expr],
    ) -> Code {
        let args = args.iter().map(|arg| self.operand(arg).tokens);
        let receiver = self.operand(receiver);
        if row.host == Host::Rt {
            let (function, receiver) = (rt(row.name, expr.span), receiver.tokens);
            let args = parenthesised(quote!(#receiver #(, #args)*), expr.span);
            return Code::postfix(quote!(#function #args), expr.span);
        }
        // By path, since the hidden traits behind a generic number have methods of the same names.
        if let Some(Callee::Number {
            on: Ty::Param(_), ..
        }) = self.tables.callees.get(&expr.id)
        {
            let (span, receiver) = (name.span(), receiver.tokens);
            let args = parenthesised(quote!(#receiver #(, #args)*), expr.span);
            return Code::postfix(
                quote_spanned!(span=> ::phalanx::Float::#name #args),
                expr.span,
            );
        }
        self.native_call(receiver, name, &[], quote!(#(#args),*))
    }

    fn memory_method(
        &self,
        expr: &Expr,
        called: MemoryMethod,
        receiver: &Expr,
        name: &Ident,
        args: &[Expr],
    ) -> Code {
        let span = expr.span;
        let memory = self.memory(receiver);
        let args = self.args(args);
        match (called, memory) {
            (MemoryMethod::Clone, Some((handle, _))) => {
                method(handle, "read", TokenStream::new(), span)
            }
            (MemoryMethod::Clone, None) => self.value(receiver),
            (
                MemoryMethod::GetUnchecked
                | MemoryMethod::GetUncheckedMut
                | MemoryMethod::Swap
                | MemoryMethod::Fill,
                Some((handle, _)),
            ) => {
                let handle = self.as_slice(handle, receiver);
                self.native_call(handle, name, &[], args)
            }
            (MemoryMethod::Len | MemoryMethod::IsEmpty, Some((handle, _))) => {
                self.native_call(handle, name, &[], args)
            }
            (_, None) => {
                let receiver = self.place(receiver).read(span);
                self.native_call(receiver, name, &[], args)
            }
        }
    }

    /// The handle of an array as that of its elements.
    fn as_slice(&self, handle: Code, array: &Expr) -> Code {
        let is_array = match self.tables.ty(array.id) {
            Ty::Array(..) => true,
            Ty::Ref(referent, _) => matches!(**referent, Ty::Array(..)),
            _ => false,
        };
        match is_array {
            true => method(handle, "as_slice", TokenStream::new(), array.span),
            false => handle,
        }
    }
}

/// What stands in another item must be plain data. rustc sees to it.
pub(super) fn plain(value: Code) -> Code {
    let (plain, span, value) = (rt("plain", value.span), value.span, value.tokens);
    Code::postfix(quote_spanned!(span=> #plain(#value)), span)
}
