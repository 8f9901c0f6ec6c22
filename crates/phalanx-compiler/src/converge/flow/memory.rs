//! Memory and references: what is read through them (R2).

use super::Walker;
use super::expr::member_name;
use crate::converge::domain::GroupSet;
use crate::converge::over::Over;
use crate::converge::scopes;
use crate::converge::values::{Leaf, Memory, Value};
use crate::converge::why::Source;
use crate::syntax::ast::{Expr, ExprKind, UnaryOp};
use crate::types::ty::{Access, Ty};
use crate::types::typed::MemoryMethod;

impl Walker<'_> {
    /// What is read through a slice or reference, at an index.
    pub(super) fn load(&mut self, handle: &Leaf, index: &Over, read: &Expr) -> Value {
        let over = match &handle.memory {
            Memory::ReadOnly => handle.over.meet(index),
            Memory::Written | Memory::None => {
                return self.varying(read, self.source_of_load(read));
            }
        };
        self.ids.value(over)
    }

    /// Why a read varies: a device function does not know what a `&[T]` refers to.
    fn source_of_load(&self, read: &Expr) -> Source {
        let mut base = read;
        loop {
            base = match &base.kind {
                ExprKind::Index(inner, _)
                | ExprKind::Field(inner, _)
                | ExprKind::Unary(UnaryOp::Deref, inner)
                | ExprKind::Method {
                    receiver: inner, ..
                } => inner,
                _ => break,
            };
        }
        match self.f.tables.ty(base.id) {
            Ty::Slice(_, Access::Read) | Ty::Ref(_, Access::Read)
                if !self.f.function.is_kernel() =>
            {
                Source::Reference
            }
            _ => Source::Load,
        }
    }

    pub(super) fn index(&mut self, expr: &Expr, base: &Expr, index: &Expr) -> Value {
        let whole = match &base.kind {
            // `x[a..b][i]`: the part is not read.
            ExprKind::Index(..) if self.f.tables.ty(base.id).is_memory() => {
                Value::Leaf(self.place(base))
            }
            _ => self.expr(base),
        };
        if let Some(handle) = whole.as_handle() {
            let index = self.operand(index);
            return self.load(handle, &index, expr);
        }
        let array = self.no_group(whole, base).over();
        let over = array.meet(&self.operand(index));
        self.ids.value(over)
    }

    pub(super) fn field(&mut self, expr: &Expr, base: &Expr, member: &syn::Member) -> Value {
        let value = self.expr(base);
        let Some(handle) = value.as_handle() else {
            return self.ids.field_of(&value, &member_name(member));
        };
        self.load(handle, &Over::full(), expr)
    }

    pub(super) fn deref(&mut self, expr: &Expr, inner: &Expr) -> Value {
        let value = self.expr(inner);
        if value.has_group() {
            return value;
        }
        match value.as_handle() {
            Some(handle) => self.load(handle, &Over::full(), expr),
            // Of a type that stands in another item.
            None => self.varying(expr, Source::Unknown),
        }
    }

    /// `&place`, `&mut place`.
    pub(super) fn borrow(&mut self, place: &Expr) -> Value {
        if self.is_group(place) {
            return self.expr(place);
        }
        Value::Leaf(self.place(place))
    }

    /// A reference to a place. What lies in the thread's own memory is not followed through references:
    /// reading it back varies.
    fn place(&mut self, place: &Expr) -> Leaf {
        match &place.kind {
            ExprKind::Index(base, index) => {
                let whole = self.base(base);
                let index = self.operand(index);
                self.inside(&whole, &index)
            }
            ExprKind::Field(base, _) => {
                let whole = self.base(base);
                self.inside(&whole, &Over::full())
            }
            ExprKind::Unary(UnaryOp::Deref, inner) => self.handle(inner),
            // A local, or a value that is kept as long as the reference.
            _ => {
                let value = self.expr(place);
                self.no_group(value, place);
                let mut leaf = self.ids.leaf(Over::of(GroupSet::EVERYTHING));
                leaf.memory = Memory::Written;
                leaf
            }
        }
    }

    /// What a place is inside of: the memory that a reference leads to, or a larger place.
    fn base(&mut self, base: &Expr) -> Leaf {
        let is_handle = match &base.kind {
            ExprKind::Local(local) => {
                let value = self.state.as_ref().and_then(|state| state.local(*local));
                value.is_some_and(|value| value.as_handle().is_some())
            }
            _ => scopes::leads_away(self.f, base),
        };
        if is_handle {
            self.handle(base)
        } else {
            self.place(base)
        }
    }

    /// The slice or reference that an expression is.
    fn handle(&mut self, expr: &Expr) -> Leaf {
        match self.expr(expr) {
            Value::Leaf(leaf) => leaf,
            value => self.ids.leaf(value.over()),
        }
    }

    /// A reference to an element, a part of a slice or a field of what a reference leads to.
    fn inside(&mut self, whole: &Leaf, index: &Over) -> Leaf {
        let mut part = self.ids.leaf(whole.over.meet(index));
        part.memory = match whole.memory {
            Memory::ReadOnly => Memory::ReadOnly,
            Memory::Written | Memory::None => Memory::Written,
        };
        part
    }

    /// A method of slices, arrays and references.
    pub(super) fn memory_method(
        &mut self,
        expr: &Expr,
        method: MemoryMethod,
        receiver: &Expr,
        args: &[Expr],
    ) -> Value {
        match method {
            MemoryMethod::Len | MemoryMethod::IsEmpty => {
                if let Ty::Array(..) = self.f.tables.ty(receiver.id) {
                    self.expr(receiver);
                    return self.of_instance(expr);
                }
                // The length goes with the reference.
                let handle = self.base(receiver);
                self.ids.value(handle.over)
            }
            MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut => {
                let whole = self.base(receiver);
                let mut index = Over::full();
                for arg in args {
                    index.narrow(&self.operand(arg));
                }
                Value::Leaf(self.inside(&whole, &index))
            }
            MemoryMethod::Clone => {
                let value = self.loaded(receiver);
                self.no_group(value, expr)
            }
            MemoryMethod::Swap | MemoryMethod::Fill => {
                self.base(receiver);
                let mut over = Over::full();
                for arg in args {
                    over.narrow(&self.operand(arg));
                }
                self.mix(receiver, &over);
                self.known()
            }
        }
    }
}
