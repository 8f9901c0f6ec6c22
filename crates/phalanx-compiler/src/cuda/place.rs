//! Places: what stands for an object in memory, to be read, written or pointed at.

use super::code::Code;
use super::lower::{Lower, Variable};
use super::panics;
use super::ty::member;
use crate::syntax::ast::{Expr, ExprKind, Literal, UnaryOp};
use crate::types::ty::{Const, Ty};
use crate::types::typed::{Callee, MemoryMethod};

impl<'p> Lower<'_, 'p> {
    /// The object that an expression names. Of what is no place it is the value.
    pub(super) fn place(&mut self, expr: &'p Expr) -> Code {
        match &expr.kind {
            ExprKind::Index(base, index) => self.index(base, index, expr),
            ExprKind::Field(base, field) => {
                let name = match field {
                    syn::Member::Named(_) => Self::member_name(field),
                    syn::Member::Unnamed(index) => member(&index.index.to_string()),
                };
                self.object(base).member(&name)
            }
            ExprKind::Unary(UnaryOp::Deref, inner) => {
                match (&inner.kind, self.tables.callees.get(&inner.id)) {
                    (
                        ExprKind::Method { receiver, args, .. },
                        Some(Callee::Memory(
                            MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut,
                        )),
                    ) => self.unchecked(receiver, args),
                    _ => self.object(inner),
                }
            }
            _ => self.value(expr),
        }
    }

    /// What is behind an expression, if that is a reference; else the place itself. A slice is an object with
    /// elements, whatever they lie in.
    pub(super) fn object(&mut self, expr: &'p Expr) -> Code {
        if let ExprKind::Local(local) = &expr.kind
            && let Some(Variable::Object(object)) = self.locals.get(local)
        {
            return Code::postfix(object.clone());
        }
        if self.makes_shared(expr) {
            return Code::postfix(self.shared_object(expr, "shared"));
        }
        let place = self.place(expr);
        match self.type_of(expr.id) {
            Ty::Ref(to, _) if !matches!(*to, Ty::Group(_)) => place.deref(),
            _ => place,
        }
    }

    fn index(&mut self, base: &'p Expr, index: &'p Expr, expr: &Expr) -> Code {
        if let ExprKind::Range { lo, hi, inclusive } = &index.kind {
            return self.part(base, (lo.as_deref(), hi.as_deref(), *inclusive), expr);
        }
        let object = self.object(base);
        let len = match self.type_of(base.id) {
            Ty::Array(_, len) => Some(len),
            Ty::Ref(to, _) => match *to {
                Ty::Array(_, len) => Some(len),
                _ => None,
            },
            _ => None,
        };
        let object = match self.is_inline(index) {
            true => object,
            // A slice may be another when the statements of the index are done; an array stays where it is.
            false if len.is_none() && !self.effects(base).is_constant() => {
                self.bind(&self.hint(base), &object, &self.type_of(base.id))
            }
            false => object,
        };
        let position = self.value(index);
        if let (Some(Const::Value(len)), ExprKind::Literal(Literal::Int { value, .. })) =
            (&len, &index.kind)
            && i128::try_from(*value).is_ok_and(|value| value < *len)
        {
            return element(&object, &position);
        }
        if self.constant {
            return element(&object, &position);
        }
        let site = self.site(expr.span, &panics::of_index());
        object.method("at", &[position.bare(), site])
    }

    /// `base[lo..hi]`.
    fn part(
        &mut self,
        base: &'p Expr,
        (lo, hi, inclusive): (Option<&'p Expr>, Option<&'p Expr>, bool),
        expr: &Expr,
    ) -> Code {
        let object = self.object(base);
        let whole = match self.type_of(base.id) {
            Ty::Slice(..) if !self.is_array_object(base) => object,
            _ => object.method("slice", &[]),
        };
        let mut ends = self.operands([lo, hi].into_iter().flatten()).into_iter();
        let from = lo.and_then(|_| ends.next());
        let to = hi.and_then(|_| ends.next());
        let zero = || Code::integer("0", "");
        match (from, to) {
            (None, None) => whole,
            (Some(from), None) => {
                let site = self.site(expr.span, &panics::of_range_from());
                whole.method("sub_from", &[from.bare(), site])
            }
            (from, Some(to)) => {
                let site = self.site(expr.span, &panics::of_range());
                let method = if inclusive { "sub_inclusive" } else { "sub" };
                whole.method(method, &[from.unwrap_or_else(zero).bare(), to.bare(), site])
            }
        }
    }

    /// Whether a slice is a variable that stands for an array in shared memory.
    fn is_array_object(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => matches!(self.locals.get(local), Some(Variable::Object(_))),
            _ => self.makes_shared(expr),
        }
    }

    fn unchecked(&mut self, receiver: &'p Expr, args: &'p [Expr]) -> Code {
        let object = self.object(receiver);
        match args {
            [index] => {
                let position = self.value(index);
                element(&object, &position)
            }
            _ => unreachable!("`get_unchecked` takes an index"),
        }
    }

    /// `&place`.
    pub(super) fn reference(&mut self, of: &'p Expr) -> Code {
        match self.type_of(of.id) {
            // The parts of a slice are slices, and groups are passed by reference anyway.
            Ty::Slice(..) => match self.is_array_object(of) {
                true => self.value(of),
                false => self.place(of),
            },
            Ty::Group(_) => self.value(of),
            _ => self.place(of).address(),
        }
    }

    /// A method of slices, arrays and references.
    pub(super) fn memory_method(
        &mut self,
        method: MemoryMethod,
        receiver: &'p Expr,
        args: &'p [Expr],
        span: proc_macro2::Span,
    ) -> Code {
        match method {
            MemoryMethod::Len => self.object(receiver).member("len"),
            MemoryMethod::IsEmpty => self.object(receiver).method("is_empty", &[]),
            MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut => {
                self.unchecked(receiver, args).address()
            }
            MemoryMethod::Clone => self.object(receiver),
            MemoryMethod::Swap | MemoryMethod::Fill => {
                let object = self.object(receiver);
                let slice = match self.type_of(receiver.id) {
                    Ty::Slice(..) if !self.is_array_object(receiver) => object,
                    _ => object.method("slice", &[]),
                };
                let mut args: Vec<Code> = self.operands(args).iter().map(Code::bare).collect();
                match method {
                    MemoryMethod::Swap => {
                        args.push(self.site(span, &panics::of_index()));
                        slice.method("swap", &args)
                    }
                    _ => slice.method("fill", &args),
                }
            }
        }
    }
}

/// `object[position]`, unchecked.
fn element(object: &Code, position: &Code) -> Code {
    let text = object.member("").text;
    let object = match text.strip_suffix('.') {
        Some(object) => object.to_owned(),
        // Behind a pointer.
        None => format!("({})", object.text),
    };
    Code::postfix(format!("{object}[{}]", position.beside_operand()))
}
