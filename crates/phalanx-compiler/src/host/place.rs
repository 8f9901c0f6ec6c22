//! Places: what may be read, written, borrowed.
//!
//! A place that is a local or part of one stays a Rust place. A place that is reached through a slice or
//! a reference is memory which other threads may see, and becomes a chain of handles: `x[i].y` is
//! `field!(x.at(i), y)`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code};
use super::written::rt;
use crate::syntax::ast::{Expr, ExprKind, UnaryOp};
use crate::types::ty::{Access, Ty};
use crate::types::typed::{Adjustment, Callee, MemoryMethod};

pub(super) enum Place {
    /// A place of Rust's own, or a value that stands where a place may.
    Native(Code),
    /// The handle of one object.
    Memory(Code, Access),
    /// The handle of a run of objects, `x[a..b]`.
    Slice(Code, Access),
    /// `local[a..b]`: the array and the range.
    LocalSlice(Code, Code),
}

/// The kinds of handle that a reference may become.
#[derive(Clone, Copy)]
enum Handle {
    Ref,
    RefMut,
    Slice,
    SliceMut,
}

impl Handle {
    /// What `&place` or `&mut place` becomes, converted silently as `adjustment` says.
    fn of(mutable: bool, adjustment: Option<&Adjustment>) -> Handle {
        let weaken = matches!(
            adjustment,
            Some(Adjustment::Weaken | Adjustment::UnsizeWeaken)
        );
        let unsize = matches!(
            adjustment,
            Some(Adjustment::Unsize | Adjustment::UnsizeWeaken)
        );
        match (unsize, mutable && !weaken) {
            (false, false) => Handle::Ref,
            (false, true) => Handle::RefMut,
            (true, false) => Handle::Slice,
            (true, true) => Handle::SliceMut,
        }
    }

    fn writes(self) -> bool {
        matches!(self, Handle::RefMut | Handle::SliceMut)
    }

    fn name(self) -> &'static str {
        match self {
            Handle::Ref => "Ref",
            Handle::RefMut => "RefMut",
            Handle::Slice => "Slice",
            Handle::SliceMut => "SliceMut",
        }
    }
}

impl Place {
    /// The value that lies there.
    pub(super) fn read(self, span: Span) -> Code {
        match self {
            Place::Native(code) => code,
            Place::Memory(handle, _) | Place::Slice(handle, _) => {
                method(handle, "read", TokenStream::new(), span)
            }
            // Not a value in Rust either (its type is unsized), which rustc says best.
            Place::LocalSlice(array, range) => index(array, range, span),
        }
    }
}

impl Printer<'_> {
    pub(super) fn place(&self, expr: &Expr) -> Place {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Deref, inner) => self.deref(expr, inner),
            ExprKind::Index(base, at) => self.index(expr, base, at),
            ExprKind::Field(base, member) => self.field(expr, base, member),
            // Not copied as a whole to read a part of it.
            ExprKind::Path(path) => Place::Native(Code::postfix(self.value_path(path), expr.span)),
            _ => Place::Native(self.value(expr)),
        }
    }

    fn deref(&self, expr: &Expr, inner: &Expr) -> Place {
        match &inner.kind {
            // `*&x` is `x`.
            ExprKind::Ref { expr, .. } => return self.place(expr),
            // `*local.get_unchecked(i)` of an array of the thread's own.
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } if matches!(
                self.tables.callees.get(&inner.id),
                Some(Callee::Memory(
                    MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut
                ))
            ) && self.memory(receiver).is_none() =>
            {
                let receiver = self.place(receiver).read(expr.span).operand();
                let args = args.iter().map(|arg| self.value(arg).tokens);
                let span = expr.span;
                let tokens = quote_spanned!(span=> *#receiver.#name(#(#args),*));
                return Place::Native(Code::new(tokens, Binds::Unary, span));
            }
            _ => {}
        }
        match self.tables.ty(inner.id) {
            Ty::Ref(referent, access) if !matches!(**referent, Ty::Group(_)) => {
                Place::Memory(self.value(inner), *access)
            }
            Ty::Slice(_, access) => Place::Slice(self.value(inner), *access),
            _ => {
                let (referent, span) = (self.value(inner).at_least(Binds::Unary), expr.span);
                let tokens = quote_spanned!(span=> *#referent);
                Place::Native(Code::new(tokens, Binds::Unary, span))
            }
        }
    }

    /// The handle through which an expression reaches memory: of what a reference or a slice refers
    /// to, or of the place in memory that the expression is. `None` for what is the thread's own.
    pub(super) fn memory(&self, expr: &Expr) -> Option<(Code, Access)> {
        let place = match &expr.kind {
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(..) | ExprKind::Field(..) => {
                self.place(expr)
            }
            _ => Place::Native(self.value(expr)),
        };
        match (place, self.tables.ty(expr.id)) {
            (Place::Memory(handle, access) | Place::Slice(handle, access), _) => {
                Some((handle, access))
            }
            (Place::Native(handle), ty @ (Ty::Slice(_, access) | Ty::Ref(_, access)))
                if ty.is_memory() =>
            {
                Some((handle, *access))
            }
            (Place::Native(_) | Place::LocalSlice(..), _) => None,
        }
    }

    fn index(&self, expr: &Expr, base: &Expr, at: &Expr) -> Place {
        let span = expr.span;
        let range = matches!(at.kind, ExprKind::Range { .. })
            || matches!(self.tables.ty(at.id), Ty::Iter(_));
        let at = self.value(at);
        match self.memory(base) {
            Some((handle, access)) if range => {
                let handle = match self.is_array(base) {
                    true => method(handle, "as_slice", TokenStream::new(), span),
                    false => handle,
                };
                Place::Slice(method(handle, "sub", at.tokens, span), access)
            }
            Some((handle, access)) => Place::Memory(method(handle, "at", at.tokens, span), access),
            None if range => Place::LocalSlice(self.place(base).read(span), at),
            None => Place::Native(index(self.place(base).read(span), at, span)),
        }
    }

    /// Whether an expression is an array or a reference to one, which a handle knows as one object.
    fn is_array(&self, expr: &Expr) -> bool {
        match self.tables.ty(expr.id) {
            Ty::Array(..) => true,
            Ty::Ref(referent, _) => matches!(**referent, Ty::Array(..)),
            _ => false,
        }
    }

    fn field(&self, expr: &Expr, base: &Expr, member: &syn::Member) -> Place {
        let span = expr.span;
        match self.memory(base) {
            Some((handle, access)) => {
                let (field, handle) = (rt("field", span), handle.tokens);
                let tokens = quote_spanned!(span=> #field!(#handle, #member));
                Place::Memory(Code::postfix(tokens, span), access)
            }
            None => {
                let base = self.place(base).read(span).operand();
                Place::Native(Code::postfix(quote_spanned!(span=> #base.#member), span))
            }
        }
    }

    /// `&place`, `&mut place`, converted silently as `adjustment` says.
    pub(super) fn borrow(
        &self,
        expr: &Expr,
        mutable: bool,
        place: &Expr,
        adjustment: Option<&Adjustment>,
    ) -> Code {
        let span = expr.span;
        let handle = Handle::of(mutable, adjustment);
        match self.place(place) {
            Place::Memory(code, access) => match (handle, access) {
                (Handle::Ref, Access::Read) | (Handle::RefMut, Access::Write) => code,
                _ => convert(handle, code, span),
            },
            Place::Slice(code, access) => match (handle.writes(), access) {
                (false, Access::Write) => convert(Handle::Slice, code, span),
                _ => code,
            },
            Place::LocalSlice(array, range) => {
                let whole = match handle.writes() {
                    true => Handle::SliceMut,
                    false => Handle::Slice,
                };
                let whole = convert(whole, local(array, mutable, span), span);
                method(whole, "sub", range.tokens, span)
            }
            Place::Native(code) if self.is_group(place) => {
                let code = code.at_least(Binds::Unary);
                Code::new(quote_spanned!(span=> &#code), Binds::Unary, span)
            }
            Place::Native(code) => convert(handle, local(code, mutable, span), span),
        }
    }

    pub(super) fn is_group(&self, expr: &Expr) -> bool {
        matches!(self.tables.ty(expr.id), Ty::Group(_))
    }

    /// A handle, converted silently as `adjustment` says.
    pub(super) fn adjust(&self, expr: &Expr, code: Code, adjustment: &Adjustment) -> Code {
        let (slice, access) = match self.tables.ty(expr.id) {
            Ty::Slice(_, access) => (true, *access),
            Ty::Ref(_, access) => (false, *access),
            _ => (false, Access::Read),
        };
        let handle = match adjustment {
            Adjustment::Weaken if slice => Handle::Slice,
            Adjustment::Weaken => Handle::Ref,
            Adjustment::Unsize if access == Access::Write => Handle::SliceMut,
            Adjustment::Unsize | Adjustment::UnsizeWeaken => Handle::Slice,
        };
        convert(handle, code, expr.span)
    }
}

fn convert(handle: Handle, code: Code, span: Span) -> Code {
    let (handle, code) = (rt(handle.name(), span), code.tokens);
    Code::postfix(quote_spanned!(span=> #handle::from(#code)), span)
}

/// `&x` of the thread's own memory, to be converted into the handle that is wanted.
pub(super) fn local(code: Code, mutable: bool, span: Span) -> Code {
    let place = code.at_least(Binds::Unary);
    let tokens = if mutable {
        let local = rt("local_mut", span);
        quote_spanned!(span=> #local(&mut #place))
    } else {
        let local = rt("local", span);
        quote_spanned!(span=> #local(&#place))
    };
    Code::postfix(tokens, span)
}

/// `receiver.name(args)`. The name has the user's span: it is the place that a panic reports.
pub(super) fn method(receiver: Code, name: &str, args: TokenStream, span: Span) -> Code {
    let receiver = receiver.operand();
    let name = Ident::new(name, span);
    Code::postfix(quote_spanned!(span=> #receiver.#name(#args)), span)
}

fn index(base: Code, at: Code, span: Span) -> Code {
    let (base, at) = (base.operand(), at.tokens);
    Code::postfix(
        quote!(#base)
            .into_iter()
            .chain(quote_spanned!(span=> [#at]))
            .collect(),
        span,
    )
}
