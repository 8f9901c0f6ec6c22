//! Calls on groups: who must be there, what comes out (R1, R2, R8).

use super::later::Comes;
use super::{Kind, Walker};
use crate::converge::domain::{GroupSet, ScopeId, ScopeKind};
use crate::converge::messages::{self, Asked};
use crate::converge::over::Over;
use crate::converge::scopes;
use crate::converge::values::{Memory, Value};
use crate::converge::why::Source;
use crate::syntax::ast::{Expr, ExprKind};
use crate::table::group_ops::{GroupOp, Outcome, UniformOn, Uniformity};
use crate::types::ty::Ty;

impl Walker<'_> {
    /// `receiver.op(args)`.
    pub(super) fn group_op(
        &mut self,
        expr: &Expr,
        op: &'static GroupOp,
        receiver: &Expr,
        args: &[Expr],
    ) -> Value {
        let group = self.expr(receiver);
        let args_given: Vec<Value> = args
            .iter()
            .map(|arg| self.operand_or_closure(arg))
            .collect();
        if self.state.is_none() {
            return self.unreached();
        }
        let scope = match group {
            Value::Group(scope) => scope,
            Value::Refused => return self.refused(expr),
            Value::Leaf(_) | Value::Fields { .. } => {
                self.refuse(|f| messages::unknown_group(f, receiver));
                return self.refused(expr);
            }
        };
        if !self.quiet {
            self.facts.groups.insert(expr.id, scope);
        }
        if op.collective {
            let asked = Asked {
                call: expr,
                group: receiver,
                how: messages::How::Collective(op),
            };
            let is_arrival = self.is_arrival(receiver);
            if !self.require(scope, &asked) {
                if is_arrival {
                    self.wait(scope);
                }
                return self.refused(expr);
            }
            self.uniform_args(expr, op, receiver, scope, args, &args_given);
            let comes = match op.waits_for_all() {
                true => Comes::Waits,
                false => Comes::Passes,
            };
            self.come_together(scope, expr, comes);
            if is_arrival {
                self.wait(scope);
            } else {
                self.not_between(scope, expr);
            }
        }
        self.result(expr, op, scope, args, &args_given)
    }

    /// What is left of a call that was refused: nothing that a later message should speak of.
    fn refused(&mut self, expr: &Expr) -> Value {
        match self.f.tables.ty(expr.id) {
            ty if ty.as_group().is_some() => Value::Refused,
            Ty::Tuple(parts) if parts.iter().any(|part| part.as_group().is_some()) => {
                Value::Refused
            }
            _ => self.varying(expr, Source::Unknown),
        }
    }

    /// An argument; the closure of a collective is followed where it stands.
    pub(super) fn operand_or_closure(&mut self, arg: &Expr) -> Value {
        match &arg.kind {
            ExprKind::Closure { params, body } => self.closure(arg, params, body),
            _ => {
                let value = self.loaded(arg);
                self.no_group(value, arg)
            }
        }
    }

    /// R1: arguments that all threads must give alike.
    fn uniform_args(
        &mut self,
        call: &Expr,
        op: &'static GroupOp,
        receiver: &Expr,
        scope: ScopeId,
        args: &[Expr],
        given: &[Value],
    ) {
        for uniform in op.uniform_args {
            let asks = match uniform.on {
                UniformOn::Every => true,
                UniformOn::LargeTiles => self.may_exceed_a_warp(scope),
            };
            let (Some(arg), Some(value)) = (args.get(uniform.param), given.get(uniform.param))
            else {
                continue;
            };
            let over = value.over();
            if asks && !over.set.contains(scope) {
                let why = over.why(scope).cloned();
                self.refuse(|f| {
                    messages::not_uniform_argument(f, call, receiver, arg, why.as_deref())
                });
            }
        }
    }

    /// Whether a group may have more than 32 threads.
    fn may_exceed_a_warp(&self, scope: ScopeId) -> bool {
        let forest = &self.layout.forest;
        match forest.kind(scope) {
            ScopeKind::Tile(_) => !forest.below(ScopeId::WARP).contains(scope),
            ScopeKind::Made(_) => false,
            ScopeKind::Grid | ScopeKind::Block | ScopeKind::Param(_) => true,
        }
    }

    fn result(
        &mut self,
        expr: &Expr,
        op: &GroupOp,
        scope: ScopeId,
        written: &[Expr],
        args: &[Value],
    ) -> Value {
        let alive = self.alive();
        let forest = &self.layout.forest;
        let is_static = forest.is_static(scope);
        match op.uniformity {
            Uniformity::Nothing => self.known(),
            Uniformity::Varying => self.varying(expr, Source::Thread),
            Uniformity::Launch => self.known(),
            Uniformity::Block => {
                let set = forest.fixed_over(ScopeId::BLOCK, alive);
                let over = self.over_sourced(set, expr, Source::Block);
                let mut leaf = self.ids.leaf(over);
                if op.result == Outcome::Shared {
                    leaf.memory = Memory::Written;
                }
                Value::Leaf(leaf)
            }
            Uniformity::Shape if is_static => {
                if self.is_of_instance(scope) {
                    self.of_instance(expr)
                } else {
                    self.known()
                }
            }
            Uniformity::Place if is_static => {
                let set = if self.is_of_instance(scope) {
                    self.with_those_in_step(forest.over(scope, alive))
                } else {
                    forest.fixed_over(scope, alive)
                };
                self.sourced(set, expr, Source::Place)
            }
            Uniformity::Shape | Uniformity::Place | Uniformity::Group => {
                let set = self.over_now(scope);
                self.sourced(set, expr, Source::Group)
            }
            Uniformity::Exchange { value, source } => self.exchanged(
                expr,
                scope,
                &args[value],
                source.map(|source| &args[source]),
            ),
            Uniformity::Itself => {
                self.arrive(scope, expr);
                Value::Group(scope)
            }
            Uniformity::Tiles => Value::Group(self.tile(expr, scope)),
            Uniformity::Parts { by } => {
                written
                    .get(by)
                    .into_iter()
                    .for_each(|label| self.set_apart(label));
                self.parts(expr, scope, args.get(by))
            }
        }
    }

    /// For a value that is equal over the group each time that it is computed. What is computed only
    /// once, outside of loops in a kernel, is fixed.
    pub(super) fn over_now(&self, scope: ScopeId) -> GroupSet {
        let in_loop = self
            .open
            .iter()
            .any(|construct| matches!(construct.kind, Kind::Loop(_)));
        if in_loop || !self.f.function.is_kernel() {
            self.with_those_in_step(self.layout.forest.over(scope, self.alive()))
        } else {
            self.layout.forest.fixed_over(scope, self.alive())
        }
    }

    /// Whether what is asked of a group may differ from call to call of a device function: the size of a
    /// tile may be generic, and its number is that among the parts of whatever it was cut from.
    fn is_of_instance(&self, scope: ScopeId) -> bool {
        matches!(self.layout.forest.kind(scope), ScopeKind::Tile(_)) && !self.f.function.is_kernel()
    }

    fn exchanged(
        &mut self,
        expr: &Expr,
        scope: ScopeId,
        value: &Value,
        source: Option<&Value>,
    ) -> Value {
        let over = value.over();
        if over.set.contains(scope) {
            // Whoever a thread took it from had the same.
            return self.ids.value(over);
        }
        if source.is_some_and(|source| source.over().set.contains(scope)) {
            let set = self.over_now(scope);
            return self.sourced(set, expr, Source::Group);
        }
        let mut lost = Over::of(GroupSet::EMPTY);
        lost.narrow(&over);
        lost.remove(GroupSet::EVERYTHING, over.why(scope).cloned());
        self.ids.value(lost)
    }

    // Groups that are made on the way (R8).

    fn tile(&mut self, expr: &Expr, parent: ScopeId) -> ScopeId {
        let size = scopes::tile_size(self.f.tables.ty(expr.id));
        match size.and_then(|size| self.layout.forest.tile(size)) {
            Some(tile) => tile,
            None => self.cut(expr, parent),
        }
    }

    /// A part of a group that this call makes.
    fn cut(&mut self, expr: &Expr, parent: ScopeId) -> ScopeId {
        let forest = &mut self.layout.forest;
        let part = forest
            .made_at(expr.id)
            .expect("every such call was seen before");
        forest.cut(part, parent);
        if let Some(state) = &mut self.state {
            state.enter(part, Some(parent));
        }
        part
    }

    fn parts(&mut self, expr: &Expr, parent: ScopeId, by: Option<&Value>) -> Value {
        let part = self.cut(expr, parent);
        // All threads of a part gave the same label: the value that was given, and every copy of it.
        if let Some(Value::Leaf(by)) = by
            && let Some(state) = &mut self.state
        {
            state.each_leaf(&mut |leaf| {
                if leaf.id == by.id {
                    leaf.over.add(GroupSet::one(part));
                }
            });
        }
        match self.f.tables.ty(expr.id) {
            Ty::Tuple(types) => {
                let set = self.layout.forest.over(part, self.alive());
                let mut named = Vec::new();
                for (index, ty) in types.iter().enumerate() {
                    let field = match ty.as_group() {
                        Some(_) => Value::Group(part),
                        None => self.sourced(set, expr, Source::Group),
                    };
                    named.push((index.to_string(), field));
                }
                let rest = self.ids.leaf(Over::of(GroupSet::EVERYTHING));
                Value::Fields { named, rest }
            }
            _ => Value::Group(part),
        }
    }

    /// `coalesced_threads()`: legal anywhere; nothing is known of who is in it.
    pub(super) fn coalesced(&mut self, expr: &Expr) -> Value {
        let forest = &self.layout.forest;
        let made = forest
            .made_at(expr.id)
            .expect("every such call was seen before");
        if let Some(state) = &mut self.state {
            state.enter(made, None);
        }
        Value::Group(made)
    }
}
