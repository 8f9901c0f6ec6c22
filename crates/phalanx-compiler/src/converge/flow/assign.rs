//! Assignment and what else changes a variable (R4).

use super::Walker;
use crate::converge::messages;
use crate::converge::over::Over;
use crate::converge::scopes;
use crate::converge::values::Value;
use crate::converge::why::What;
use crate::syntax::ast::{Expr, ExprKind, LocalId, UnaryOp};

/// A part of a local.
struct Part {
    local: LocalId,
    /// The fields that lead to it, up to the first array.
    fields: Vec<String>,
    /// The indices of arrays on the way, if there are any: then it is one element among others.
    index: Option<Over>,
}

impl Walker<'_> {
    /// `place = value`: the value first, then the place.
    pub(super) fn assign_expr(&mut self, place: &Expr, value: &Expr) -> Value {
        let new = self.expr(value);
        self.assign(place, new);
        self.known()
    }

    pub(super) fn assign_op(&mut self, place: &Expr, value: &Expr) -> Value {
        let new = self.operand(value);
        let old = self.operand(place);
        let new = self.ids.value(new.meet(&old));
        // What is read and written is one place, evaluated once, and has been.
        self.again(|walker| walker.assign(place, new));
        self.known()
    }

    /// Follows an expression once more: what there is to say of it has been said.
    fn again(&mut self, follow: impl FnOnce(&mut Self)) {
        let quiet = std::mem::replace(&mut self.quiet, true);
        follow(self);
        self.quiet = quiet;
    }

    fn assign(&mut self, place: &Expr, value: Value) {
        match &place.kind {
            ExprKind::Underscore => {}
            ExprKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field = self.ids.field_of(&value, &index.to_string());
                    self.assign(part, field);
                }
            }
            _ => {
                let is_group = self.is_group(place) || value.has_group();
                match self.part_of_local(place) {
                    _ if self.state.is_none() => {}
                    _ if value.has_refused() => {}
                    _ if is_group => self.refuse(|f| messages::unknown_group(f, place)),
                    Some(part) => self.write(&part, value, place),
                    // What lies in memory that may be written is not followed: reading it varies.
                    None => {}
                }
            }
        }
    }

    /// Evaluates a place and finds the local of which it is a part, if it is one.
    fn part_of_local(&mut self, place: &Expr) -> Option<Part> {
        match &place.kind {
            ExprKind::Local(local) => Some(Part {
                local: *local,
                fields: Vec::new(),
                index: None,
            }),
            ExprKind::Field(base, member) if !scopes::leads_away(self.f, base) => {
                let mut part = self.part_of_local(base)?;
                if part.index.is_none() {
                    part.fields.push(super::expr::member_name(member));
                }
                Some(part)
            }
            ExprKind::Index(base, index) if !scopes::leads_away(self.f, base) => {
                let part = self.part_of_local(base);
                let index = self.operand(index);
                let mut part = part?;
                let before = part.index.take().unwrap_or_else(Over::full);
                part.index = Some(before.meet(&index));
                Some(part)
            }
            ExprKind::Field(base, _) => {
                self.expr(base);
                None
            }
            ExprKind::Index(base, index) => {
                self.expr(base);
                self.expr(index);
                None
            }
            ExprKind::Unary(UnaryOp::Deref, inner) => {
                self.expr(inner);
                None
            }
            _ => {
                self.expr(place);
                None
            }
        }
    }

    fn write(&mut self, part: &Part, mut value: Value, place: &Expr) {
        let Some(state) = &self.state else {
            return;
        };
        let old = state.local(part.local).cloned();
        if self.lies_in_memory(old.as_ref(), part) {
            return;
        }
        if let (Some(old), Some(index)) = (&old, &part.index) {
            let mut array = old.clone();
            for field in &part.fields {
                array = self.ids.field_of(&array, field);
            }
            let over = array.over().meet(&value.over()).meet(index);
            value = self.ids.value(over);
        }
        self.tell(part.local, &mut value, place.span);
        let whole = match old {
            Some(old) => self.ids.with_field(&old, &part.fields, value),
            None => value,
        };
        self.put(part.local, whole, place.span);
    }

    /// Gives a field of a local an entry of its own, so that what is found out about its value stays known
    /// of it.
    pub(super) fn set_apart(&mut self, place: &Expr) {
        let mut whole = place;
        while let ExprKind::Field(base, _) = &whole.kind {
            whole = base;
        }
        let ExprKind::Local(_) = whole.kind else {
            return;
        };
        let Some(Part {
            local,
            fields,
            index: None,
        }) = self.part_of_local(place)
        else {
            return;
        };
        let Some(whole) = self
            .state
            .as_ref()
            .and_then(|state| state.local(local))
            .cloned()
        else {
            return;
        };
        let mut field = whole.clone();
        for name in &fields {
            field = self.ids.field_of(&field, name);
        }
        let whole = self.ids.with_field(&whole, &fields, field);
        if let Some(state) = &mut self.state {
            state.set(local, whole);
        }
    }

    /// Whether a part of a local is reached through a reference of which the types do not tell.
    fn lies_in_memory(&mut self, old: Option<&Value>, part: &Part) -> bool {
        let Some(mut value) = old.cloned() else {
            return false;
        };
        for field in &part.fields {
            if value.as_handle().is_some() {
                return true;
            }
            value = self.ids.field_of(&value, field);
        }
        part.index.is_some() && value.as_handle().is_some()
    }

    /// An array whose elements were moved among each other or set, equal over no more than `over`.
    pub(super) fn mix(&mut self, array: &Expr, over: &Over) {
        if scopes::root(self.f, array).is_none() {
            return;
        }
        self.again(|walker| {
            let state = walker.state.clone();
            let part = walker.part_of_local(array);
            walker.state = state;
            if let Some(mut part) = part {
                let index = part.index.take().unwrap_or_else(Over::full);
                part.index = Some(index.meet(over));
                let value = walker.ids.value(Over::full());
                walker.write(&part, value, array);
            }
        });
    }

    /// `place` was lent as `&mut` to a function, which may have left anything in it.
    pub(super) fn spoil(&mut self, place: &Expr) {
        if scopes::root(self.f, place).is_none() {
            return;
        }
        self.again(|walker| {
            // The place has been evaluated as an argument; what that did has been done.
            let state = walker.state.clone();
            let part = walker.part_of_local(place);
            walker.state = state;
            if let Some(part) = part {
                let value = walker.lent(What::Expr(place.id), place.span);
                walker.write(&part, value, place);
            }
        });
    }
}
