//! Memory and references: what is read through them (R2).

use super::Walker;
use crate::converge::domain::GroupSet;
use crate::converge::over::Over;
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
            Memory::Frozen(value) => value.over().meet(&handle.over).meet(index),
            Memory::Written => return self.varying(read, self.source_of_load(read)),
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

    fn is_memory(&self, expr: &Expr) -> bool {
        self.f.tables.ty(expr.id).is_memory()
    }

    /// The slice or reference that an expression of such a type is.
    fn handle(&mut self, expr: &Expr) -> Leaf {
        match self.expr(expr) {
            Value::Leaf(leaf) => leaf,
            value => self.ids.leaf(value.over()),
        }
    }

    pub(super) fn index(&mut self, expr: &Expr, base: &Expr, index: &Expr) -> Value {
        if self.is_memory(base) {
            let handle = self.handle(base);
            let index = self.operand(index);
            return self.load(&handle, &index, expr);
        }
        let array = self.expr(base);
        let array = self.no_group(array, base).over();
        let over = array.meet(&self.operand(index));
        self.ids.value(over)
    }

    pub(super) fn field(&mut self, expr: &Expr, base: &Expr, member: &syn::Member) -> Value {
        if self.is_memory(base) {
            let handle = self.handle(base);
            return match &handle.memory {
                Memory::Frozen(value) => {
                    let field = self.ids.field_of(value, &super::expr::member_name(member));
                    let over = field.over().meet(&handle.over);
                    self.ids.value(over)
                }
                _ => self.load(&handle, &Over::full(), expr),
            };
        }
        let value = self.expr(base);
        self.ids.field_of(&value, &super::expr::member_name(member))
    }

    pub(super) fn deref(&mut self, expr: &Expr, inner: &Expr) -> Value {
        match self.expr(inner) {
            group @ (Value::Group(_) | Value::Refused) => group,
            Value::Leaf(leaf) if self.is_memory(inner) => match &leaf.memory {
                Memory::Frozen(value) if leaf.over.set == GroupSet::EVERYTHING => (**value).clone(),
                _ => self.load(&leaf, &Over::full(), expr),
            },
            // Of a type that stands in another item.
            _ => self.varying(expr, Source::Unknown),
        }
    }

    /// `&place`, `&mut place`.
    pub(super) fn borrow(&mut self, mutable: bool, place: &Expr) -> Value {
        if self.is_group(place) {
            return self.expr(place);
        }
        let mut leaf = self.place(place);
        if mutable && let Memory::Frozen(_) = leaf.memory {
            leaf.memory = Memory::Written;
        }
        Value::Leaf(leaf)
    }

    /// A reference to a place.
    fn place(&mut self, place: &Expr) -> Leaf {
        match &place.kind {
            ExprKind::Local(local) => {
                let declared = self.f.function.local(*local);
                let frozen = !declared.mutable && !self.is_memory(place);
                let value = self.expr(place);
                let value = self.no_group(value, place);
                let mut leaf = self.ids.leaf(Over::of(GroupSet::EVERYTHING));
                if frozen {
                    leaf.memory = Memory::Frozen(value.into());
                }
                leaf
            }
            ExprKind::Index(base, index) => {
                let handle = if self.is_memory(base) {
                    self.handle(base)
                } else {
                    self.place(base)
                };
                let index = self.operand(index);
                self.element_of(handle, &index, None)
            }
            ExprKind::Field(base, member) => {
                let handle = if self.is_memory(base) {
                    self.handle(base)
                } else {
                    self.place(base)
                };
                self.element_of(
                    handle,
                    &Over::full(),
                    Some(super::expr::member_name(member)),
                )
            }
            ExprKind::Unary(UnaryOp::Deref, inner) if self.is_memory(inner) => self.handle(inner),
            // A value that is kept as long as the reference.
            _ => {
                let value = self.expr(place);
                let value = self.no_group(value, place);
                let mut leaf = self.ids.leaf(Over::of(GroupSet::EVERYTHING));
                leaf.memory = Memory::Frozen(value.into());
                leaf
            }
        }
    }

    /// A reference to an element (or a part of a slice) or to a field of what a reference leads to.
    fn element_of(&mut self, whole: Leaf, index: &Over, field: Option<String>) -> Leaf {
        let mut part = self.ids.leaf(whole.over.meet(index));
        part.memory = match (whole.memory, field) {
            (Memory::Frozen(value), Some(field)) => {
                Memory::Frozen(self.ids.field_of(&value, &field).into())
            }
            (memory, _) => memory,
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
                let value = self.expr(receiver);
                if self.is_memory(receiver) {
                    // The length goes with the reference.
                    match value {
                        Value::Leaf(leaf) => self.ids.value(leaf.over),
                        _ => self.varying(expr, Source::Unknown),
                    }
                } else {
                    self.of_instance()
                }
            }
            MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut => {
                let whole = if self.is_memory(receiver) {
                    self.handle(receiver)
                } else {
                    self.place(receiver)
                };
                let mut index = Over::full();
                for arg in args {
                    index.narrow(&self.operand(arg));
                }
                Value::Leaf(self.element_of(whole, &index, None))
            }
            MemoryMethod::Clone => self.loaded(receiver),
            MemoryMethod::Swap | MemoryMethod::Fill => {
                self.expr(receiver);
                let mut over = Over::full();
                for arg in args {
                    over.narrow(&self.operand(arg));
                }
                if !self.is_memory(receiver) {
                    self.mix(receiver, &over);
                }
                self.known()
            }
        }
    }
}
