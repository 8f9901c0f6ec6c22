//! Calls and methods, by what the types stage found them to call (R9).

use std::sync::Arc;

use super::Walker;
use super::later::Comes;
use crate::converge::messages::{self, Asked, How};
use crate::converge::over::Over;
use crate::converge::values::Value;
use crate::converge::why::Source;
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::env::FunctionSig;
use crate::types::ty::{Group, Ty};
use crate::types::typed::Callee;

impl Walker<'_> {
    pub(super) fn call(&mut self, expr: &Expr, args: &[Expr]) -> Value {
        let f = self.f;
        match f.tables.callees.get(&expr.id) {
            Some(Callee::CoalescedThreads) => self.coalesced(expr),
            Some(Callee::AssumeUniform) => self.assumed(expr, args),
            // `Collectives::sync(&warp)`.
            Some(Callee::Group { op, .. }) if !args.is_empty() => {
                self.group_op(expr, op, &args[0], &args[1..])
            }
            Some(Callee::Number { .. } | Callee::From { .. }) => self.pure(args.iter()),
            Some(Callee::TupleStruct(_)) => {
                let mut named = Vec::new();
                for (index, arg) in args.iter().enumerate() {
                    let value = self.expr(arg);
                    named.push((index.to_string(), self.no_group(value, arg)));
                }
                let rest = self
                    .ids
                    .leaf(Over::of(crate::converge::domain::GroupSet::EVERYTHING));
                Value::Fields { named, rest }
            }
            Some(Callee::Function { sig, .. }) => self.function_call(expr, args, Some(sig)),
            _ => self.function_call(expr, args, None),
        }
    }

    pub(super) fn method(&mut self, expr: &Expr, receiver: &Expr, args: &[Expr]) -> Value {
        let f = self.f;
        match f.tables.callees.get(&expr.id) {
            Some(Callee::Group { op, .. }) => self.group_op(expr, op, receiver, args),
            Some(Callee::Number { .. } | Callee::From { .. } | Callee::Iter(_)) => {
                self.pure(std::iter::once(receiver).chain(args))
            }
            Some(Callee::Atomic { .. }) => {
                self.expr(receiver);
                for arg in args {
                    self.operand(arg);
                }
                self.varying(expr, Source::Atomic)
            }
            Some(Callee::Memory(method)) => self.memory_method(expr, *method, receiver, args),
            _ => self.unknown_method(expr, receiver, args),
        }
    }

    /// A function of its operands and nothing else (R3).
    fn pure<'b>(&mut self, operands: impl Iterator<Item = &'b Expr>) -> Value {
        let mut over = Over::of(self.layout.forest.everywhere(self.alive()));
        for operand in operands {
            let value = self.loaded(operand);
            over.narrow(&self.no_group(value, operand).over());
        }
        self.ids.value(over)
    }

    /// A device function. `sig` is `None` if it stands in another item that this stage does not see.
    fn function_call(
        &mut self,
        expr: &Expr,
        args: &[Expr],
        sig: Option<&Arc<FunctionSig>>,
    ) -> Value {
        let mut given = Vec::new();
        for arg in args {
            let value = self.expr(arg);
            given.push(match value {
                Value::Group(_) | Value::Refused => value,
                value => self.no_group(value, arg),
            });
        }
        if self.state.is_none() {
            return self.unreached();
        }
        let whole = self.pass_groups(expr, args, &given);
        if let Some(sig) = sig
            && whole
        {
            self.keep_promises(sig, args, &given);
        }
        self.spoil_lent(args);
        if sig.is_some_and(|sig| sig.ret == Ty::Never) {
            self.never_on(expr.span);
            return self.unreached();
        }
        if *self.f.tables.ty(expr.id) == Ty::Unit {
            return self.known();
        }
        let promised = match sig {
            Some(sig) => sig.ret_uniform,
            None => self.promises.result(expr.id),
        };
        match promised.and_then(|group| given.get(group)) {
            Some(Value::Group(scope)) => {
                let set = self.over_now(*scope);
                self.sourced(set, expr, Source::Group)
            }
            _ => self.varying(expr, Source::Call),
        }
    }

    /// `assume_uniform(&group, value, ..)`: what the user vouches for (R14).
    fn assumed(&mut self, expr: &Expr, args: &[Expr]) -> Value {
        let group = self.expr(&args[0]);
        let value = self.loaded(&args[1]);
        let value = self.no_group(value, &args[1]);
        if self.state.is_none() {
            return self.unreached();
        }
        let scope = match group {
            Value::Group(scope) => scope,
            Value::Refused => return self.varying(expr, Source::Unknown),
            Value::Leaf(_) | Value::Fields { .. } => {
                self.refuse(|f| messages::unknown_group(f, &args[0]));
                return self.varying(expr, Source::Unknown);
            }
        };
        // The emulator compares the values of all.
        if !self.pass_groups(expr, &args[..1], &[group]) {
            return self.varying(expr, Source::Unknown);
        }
        let mut over = value.over();
        over.add(self.over_now(scope));
        self.ids.value(over)
    }

    /// Passing a group is a collective on it. Whether all are whole.
    fn pass_groups(&mut self, call: &Expr, args: &[Expr], given: &[Value]) -> bool {
        let mut passed = Vec::new();
        for (arg, value) in args.iter().zip(given) {
            let promises_nothing = self.f.tables.ty(arg.id).as_group() == Some(&Group::Grid);
            if let Value::Group(scope) = value
                && !promises_nothing
            {
                let how = How::Passed;
                passed.push((
                    *scope,
                    Asked {
                        call,
                        group: arg,
                        how,
                    },
                ));
            }
        }
        for (scope, asked) in &passed {
            if !self.require(*scope, asked) {
                return false;
            }
            self.not_between(*scope, call);
        }
        for (scope, _) in &passed {
            self.come_together(*scope, call, Comes::IsPassed);
        }
        // The function may ask one and then another.
        passed
            .iter()
            .all(|(scope, asked)| self.require(*scope, asked))
    }

    /// Arguments for parameters that are `Uniform` over a group that is passed too.
    fn keep_promises(&mut self, sig: &FunctionSig, args: &[Expr], given: &[Value]) {
        for (index, param) in sig.params.iter().enumerate() {
            let Some(group) = param.uniform else {
                continue;
            };
            if let (Some(Value::Group(scope)), Some(value)) = (given.get(group), given.get(index)) {
                let over = match value.as_handle() {
                    Some(handle) => self.load(handle, &Over::full(), &args[index]).over(),
                    None => value.over(),
                };
                if !over.set.contains(*scope) {
                    let why = over.why(*scope).cloned();
                    let (group, arg) = (&args[group], &args[index]);
                    self.refuse(|f| {
                        messages::not_uniform_for(f, group, arg, sig, index, why.as_deref())
                    });
                }
            }
        }
    }

    /// What was passed as `&mut` may have been changed.
    fn spoil_lent(&mut self, args: &[Expr]) {
        for arg in args {
            if let ExprKind::Ref {
                mutable: true,
                expr: place,
            } = &arg.kind
            {
                self.spoil(place);
            }
        }
    }

    /// A method of a value whose type stands in another item.
    fn unknown_method(&mut self, expr: &Expr, receiver: &Expr, args: &[Expr]) -> Value {
        let value = self.expr(receiver);
        let speaks_of_group = value.has_group() || messages::is_collective(self.f, expr);
        if speaks_of_group && !value.has_refused() {
            self.refuse(|f| messages::unknown_group(f, receiver));
        }
        for arg in args {
            let value = self.expr(arg);
            self.no_group(value, arg);
        }
        if self.state.is_none() {
            return self.unreached();
        }
        self.spoil_lent(args);
        self.varying(expr, Source::Unknown)
    }
}
