//! Expressions: what each is equal over, and what evaluating it does (R2, R3).

use proc_macro2::Span;

use super::{Kind, Walker};
use crate::converge::domain::GroupSet;
use crate::converge::facts::Part;
use crate::converge::messages;
use crate::converge::over::Over;
use crate::converge::values::{Leaf, Value};
use crate::converge::why::{Gate, Leave, Source};
use crate::syntax::ast::{Expr, ExprKind, PanicKind, PanicMacro, UnaryOp};
use crate::types::ty::Ty;
use crate::types::typed::PathRes;

pub(super) fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

impl Walker<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Value {
        if self.state.is_none() {
            return self.unreached();
        }
        let value = self.evaluate(expr);
        if !self.quiet {
            self.facts.uniform.insert(expr.id, value.over().set);
        }
        // Nothing of the type of a group passes that the analysis has not followed.
        if self.is_group(expr)
            && self.state.is_some()
            && !matches!(value, Value::Group(_) | Value::Refused)
        {
            self.refuse(|f| messages::unknown_group(f, expr));
            return Value::Refused;
        }
        value
    }

    /// The value of an expression as an operand: through a reference, what it leads to.
    pub(super) fn operand(&mut self, expr: &Expr) -> Over {
        self.loaded(expr).over()
    }

    /// The same with its fields apart.
    pub(super) fn loaded(&mut self, expr: &Expr) -> Value {
        let value = self.expr(expr);
        match value.as_handle() {
            Some(handle) => self.load(handle, &Over::full(), expr),
            None => value,
        }
    }

    fn evaluate(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Literal(_) => self.known(),
            ExprKind::Local(local) => {
                match self.state.as_ref().and_then(|state| state.local(*local)) {
                    Some(value) => value.clone(),
                    None => self.unreached(),
                }
            }
            ExprKind::Path(_) => self.path(expr),
            ExprKind::Unary(UnaryOp::Deref, inner) => self.deref(expr, inner),
            ExprKind::Unary(_, inner) | ExprKind::Cast(inner, _) => {
                let over = self.operand(inner);
                self.ids.value(over)
            }
            ExprKind::Binary(_, left, right) => {
                let left = self.operand(left);
                let over = left.meet(&self.operand(right));
                self.ids.value(over)
            }
            ExprKind::Lazy(op, left, right) => self.lazy(expr, *op, left, right),
            ExprKind::Assign(place, value) => self.assign_expr(place, value),
            ExprKind::AssignOp(_, place, value) => self.assign_op(place, value),
            ExprKind::Index(base, index) => self.index(expr, base, index),
            ExprKind::Field(base, member) => self.field(expr, base, member),
            ExprKind::Tuple(parts) => self.tuple(parts),
            ExprKind::Array(parts) => self.array(parts),
            ExprKind::Repeat(value, _) => {
                let over = self.element(value);
                self.ids.value(over)
            }
            ExprKind::Struct { fields, base, .. } => self.struct_(fields, base.as_deref()),
            ExprKind::Ref { expr: place, .. } => self.borrow(place),
            ExprKind::Call { args, .. } => self.call(expr, args),
            ExprKind::Method { receiver, args, .. } => self.method(expr, receiver, args),
            ExprKind::Closure { .. } => {
                self.refuse(|_| messages::lone_closure(expr.span));
                self.varying(expr, Source::Unknown)
            }
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                let part = Part::Block(expr.id);
                self.part(part, |walker| walker.block(block, part))
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => self.if_(expr, cond, then, otherwise.as_deref()),
            ExprKind::Match { scrutinee, arms } => self.match_(expr, scrutinee, arms),
            ExprKind::While { cond, body, .. } => self.while_(expr, cond, body),
            ExprKind::Loop { body, .. } => self.loop_(expr, body),
            ExprKind::For {
                pat, iter, body, ..
            } => self.for_(expr, pat, iter, body),
            ExprKind::Break { target, value, .. } => {
                let value = match value {
                    Some(value) => self.expr(value),
                    None => self.known(),
                };
                self.jump(expr, Kind::Loop(*target), value, Leave::Break)
            }
            ExprKind::Continue { target, .. } => {
                let value = self.known();
                self.jump(expr, Kind::Turn(*target), value, Leave::Continue)
            }
            ExprKind::Return(value) => {
                let value = match value {
                    Some(value) => self.expr(value),
                    None => self.known(),
                };
                self.jump(expr, Kind::Function, value, Leave::Return)
            }
            ExprKind::Range { lo, hi, .. } => {
                let mut over = Over::of(self.layout.forest.everywhere(self.alive()));
                for end in lo.iter().chain(hi) {
                    over.narrow(&self.operand(end));
                }
                self.ids.value(over)
            }
            ExprKind::Panic(panic) => self.panic(panic),
            // Only on the left of an assignment, which looks at it itself.
            ExprKind::Underscore => self.known(),
        }
    }

    /// What is neither a local nor computed: constants, all known when the kernel is compiled.
    fn path(&mut self, expr: &Expr) -> Value {
        let of_instance = match self.f.tables.paths.get(&expr.id) {
            Some(PathRes::ConstParam(_)) => true,
            Some(PathRes::Number { ty, .. }) => matches!(ty, Ty::Param(_)),
            _ => false,
        };
        if of_instance {
            self.of_instance(expr)
        } else {
            self.known()
        }
    }

    /// A value that the generic arguments fix: of a kernel, the launch; of a device function, each of
    /// its calls.
    pub(super) fn of_instance(&mut self, expr: &Expr) -> Value {
        if self.f.function.is_kernel() {
            return self.known();
        }
        let set = self.layout.forest.of_this_call(self.alive());
        let set = self.with_those_in_step(set);
        self.sourced(set, expr, Source::Instance)
    }

    fn tuple(&mut self, parts: &[Expr]) -> Value {
        if parts.is_empty() {
            return self.known();
        }
        let mut named = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            named.push((index.to_string(), self.expr(part)));
        }
        let rest = self.whole();
        Value::Fields { named, rest }
    }

    fn struct_(&mut self, fields: &[(syn::Member, Expr)], base: Option<&Expr>) -> Value {
        let mut named = Vec::new();
        for (member, field) in fields {
            let value = self.expr(field);
            let value = self.no_group(value, field);
            named.push((member_name(member), value));
        }
        let (mut base_named, rest) = match base.map(|base| self.loaded(base)) {
            None => (Vec::new(), self.whole()),
            Some(Value::Leaf(leaf)) => (Vec::new(), leaf),
            Some(Value::Fields { named, rest }) => (named, rest),
            Some(Value::Group(_) | Value::Refused) => return Value::Refused,
        };
        base_named.retain(|(name, _)| named.iter().all(|(known, _)| known != name));
        named.extend(base_named);
        Value::Fields { named, rest }
    }

    /// For the fields of a value that has no others than those that are named.
    fn whole(&mut self) -> Leaf {
        self.ids.leaf(Over::of(GroupSet::EVERYTHING))
    }

    fn array(&mut self, parts: &[Expr]) -> Value {
        let mut over = Over::of(self.layout.forest.everywhere(self.alive()));
        for part in parts {
            over.narrow(&self.element(part));
        }
        self.ids.value(over)
    }

    /// An element of an array.
    fn element(&mut self, expr: &Expr) -> Over {
        let value = self.expr(expr);
        self.no_group(value, expr).over()
    }

    /// Groups do not escape into other values (R8).
    pub(super) fn no_group(&mut self, value: Value, expr: &Expr) -> Value {
        if !value.has_group() {
            return value;
        }
        if !value.has_refused() {
            self.refuse(|f| messages::unknown_group(f, expr));
        }
        self.varying(expr, Source::Unknown)
    }

    /// Panics end the launch, so they part no ways (R3).
    fn panic(&mut self, panic: &PanicMacro) -> Value {
        // Evaluated only where the user's crate has debug assertions.
        let debug = matches!(
            panic.kind,
            PanicKind::DebugAssert | PanicKind::DebugAssertEq | PanicKind::DebugAssertNe
        );
        let without = self.state.clone();
        let mut checked = Over::full();
        for operand in &panic.operands {
            checked.narrow(&self.operand(operand));
        }
        let after = self.state.clone();
        // The message is made by those that panic.
        let at = panic
            .operands
            .first()
            .map_or_else(Span::call_site, |operand| operand.span);
        self.decide(&checked, Gate::Panic, at);
        for arg in panic.message.iter().flat_map(|message| &message.args) {
            self.operand(arg);
        }
        match panic.kind {
            PanicKind::Panic | PanicKind::Unreachable => {
                self.state = None;
                return self.unreached();
            }
            _ => self.state = after,
        }
        if debug && let (Some(with), Some(without)) = (self.state.take(), without) {
            self.state = Some(with.join(without, &mut self.ids, &|_| Over::full()));
        }
        self.known()
    }
}
