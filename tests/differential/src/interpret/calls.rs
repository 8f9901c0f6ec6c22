//! Calls: of functions, of methods of numbers, atomics, slices and ranges.

use phalanx_compiler::syntax::ast::{BinaryOp, Expr, ExprKind};
use phalanx_compiler::table::atomics::AtomicOp;
use phalanx_compiler::types::subst::Substitution;
use phalanx_compiler::types::ty::{Ty, TyOrConst};
use phalanx_compiler::types::typed::{Callee, IterMethod, MemoryMethod};

use super::groups::Called;
use super::perform::{Presence, What};
use super::value::Value;
use super::{CONFUSED, Eval, Frame, Thread, arithmetic};

impl<'m> Thread<'m> {
    /// `path(args)`
    pub(super) fn call(&mut self, f: &Frame<'m>, expr: &'m Expr, args: &'m [Expr]) -> Eval<Value> {
        match f.function.tables.callees.get(&expr.id) {
            Some(Callee::Function {
                sig,
                args: generics,
            }) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.value(f, arg)?);
                }
                self.present(f, expr, &values);
                for (index, param) in sig.params.iter().enumerate() {
                    if let Some(group) = param.uniform {
                        self.agree(f, expr, &values[group], &values[index], &param.name);
                    }
                }
                let group = sig.ret_uniform.map(|group| values[group].clone());
                let generics = generics.iter().map(|arg| match arg {
                    TyOrConst::Ty(ty) => TyOrConst::Ty(f.generics.ty(ty)),
                    TyOrConst::Const(value) => TyOrConst::Const(f.generics.value(value)),
                });
                let generics: Vec<_> = generics.collect();
                let generics = Substitution::of_generics(&sig.generics, &generics);
                let number = self.machine.code.number(&sig.name);
                let outside = self.context;
                self.enter(outside, expr.id, u64::MAX);
                let value = self.run(number, generics, values);
                self.context = outside;
                if let Some(group) = group {
                    self.agree(f, expr, &group, &value, "the result");
                }
                Ok(value)
            }
            Some(Callee::CoalescedThreads) => {
                Ok(self.perform(f, expr, What::CoalescedThreads, None, &[], None))
            }
            Some(Callee::AssumeUniform) => {
                let group = self.value(f, &args[0])?.group();
                let value = self.operand(f, &args[1])?;
                let claimed = std::slice::from_ref(&value);
                self.perform(f, expr, What::Claim, Some(&group), claimed, None);
                Ok(value)
            }
            Some(Callee::TupleStruct(_)) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.value(f, arg)?);
                }
                Ok(Value::Parts(values))
            }
            Some(Callee::From { to, .. }) => {
                let value = self.operand(f, &args[0])?;
                Ok(arithmetic::cast(&value, to))
            }
            other => panic!("{CONFUSED}a call of {other:?}"),
        }
    }

    /// Every thread of a group that is passed to a function must come to the call.
    fn present(&mut self, f: &Frame<'m>, expr: &'m Expr, args: &[Value]) {
        for arg in args {
            if let Value::Group(group) = arg {
                let what = What::Presence {
                    why: Presence::Passed,
                };
                self.perform(f, expr, what, Some(group), &[], None);
            }
        }
    }

    /// All threads of the group have the same value, as a signature says.
    fn agree(&mut self, f: &Frame<'m>, expr: &'m Expr, group: &Value, value: &Value, what: &str) {
        let group = group.group();
        // The emulator brings no values together over the grid.
        if let (false, Some(fingerprint)) = (group.is_grid(), super::facts::fingerprint(value)) {
            let agreement = What::Agreement { fingerprint };
            let agree = self.perform(f, expr, agreement, Some(&group), &[], None);
            if matches!(agree, Value::Bool(false)) {
                self.lie(f, expr, format!("`{what}` is said to be `Uniform`"));
            }
        }
    }

    /// `receiver.name(args)`
    pub(super) fn method(
        &mut self,
        f: &Frame<'m>,
        expr: &'m Expr,
        receiver: &'m Expr,
        args: &'m [Expr],
    ) -> Eval<Value> {
        match f.function.tables.callees.get(&expr.id) {
            Some(Callee::Group {
                op,
                value,
                consts,
                shared,
            }) => {
                let group = self.value(f, receiver)?.group();
                let mut values = Vec::with_capacity(args.len());
                let mut closure = None;
                for arg in args {
                    match &arg.kind {
                        ExprKind::Closure { body, .. } => closure = Some(&**body),
                        _ => values.push(self.value(f, arg)?),
                    }
                }
                let called = Called {
                    op,
                    value: value.as_ref().map(|ty| f.generics.ty(ty)),
                    consts,
                    shared: shared.as_ref(),
                    closure,
                };
                Ok(self.operation(f, expr, &group, &called, &values))
            }
            Some(Callee::Number { method, on }) => {
                let mut values = vec![self.operand(f, receiver)?];
                for arg in args {
                    values.push(self.operand(f, arg)?);
                }
                Ok(arithmetic::method(method.name, &f.generics.ty(on), &values))
            }
            Some(Callee::Atomic { op, on }) => {
                let place = self.behind(f, receiver)?;
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.operand(f, arg)?);
                }
                let old = self.read(&place);
                if let Some(new) = atomic(op, &f.generics.ty(on), &old, &values) {
                    // Read and written at once: nobody runs between.
                    self.machine.memory.write(&mut self.stack, &place, new);
                }
                Ok(if op.gives_value { old } else { Value::Unit })
            }
            Some(Callee::Memory(method)) => self.memory_method(f, *method, receiver, args),
            Some(Callee::Iter(method)) => {
                let items = self.value(f, receiver)?.items();
                Ok(Value::Items(match method {
                    IterMethod::Rev => items.rev(),
                    IterMethod::StepBy => {
                        let step = self.operand(f, &args[0])?.int();
                        items.step_by(step)
                    }
                }))
            }
            other => panic!("{CONFUSED}a method call of {other:?}"),
        }
    }

    fn memory_method(
        &mut self,
        f: &Frame<'m>,
        method: MemoryMethod,
        receiver: &'m Expr,
        args: &'m [Expr],
    ) -> Eval<Value> {
        if let MemoryMethod::Clone = method {
            return self.operand(f, receiver);
        }
        let elements = self.elements(f, receiver)?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.operand(f, arg)?);
        }
        Ok(match (method, values.as_slice()) {
            (MemoryMethod::Len, []) => Value::Int(elements.len as i128),
            (MemoryMethod::IsEmpty, []) => Value::Bool(elements.len == 0),
            (MemoryMethod::GetUnchecked | MemoryMethod::GetUncheckedMut, [index]) => {
                Value::Reference(elements.at(index.index()))
            }
            (MemoryMethod::Swap, [a, b]) => {
                let (a, b) = (elements.at(a.index()), elements.at(b.index()));
                let (at_a, at_b) = (self.read(&a), self.read(&b));
                self.write(&a, at_b);
                self.write(&b, at_a);
                Value::Unit
            }
            (MemoryMethod::Fill, [value]) => {
                for index in 0..elements.len {
                    self.write(&elements.at(index), value.clone());
                }
                Value::Unit
            }
            (method, _) => panic!("{CONFUSED}{method:?}"),
        })
    }
}

/// What an atomic operation leaves behind; `None` if it only reads.
fn atomic(op: &AtomicOp, on: &Ty, old: &Value, args: &[Value]) -> Option<Value> {
    let combined = |by| arithmetic::binary(by, on, old, &args[0]);
    Some(match op.name {
        "load" => return None,
        "store" | "swap" => args[0].clone(),
        "compare_and_swap" => match old.int() == args[0].int() {
            true => args[1].clone(),
            false => return None,
        },
        "fetch_add" => combined(BinaryOp::Add),
        "fetch_sub" => combined(BinaryOp::Sub),
        "fetch_and" => combined(BinaryOp::And),
        "fetch_or" => combined(BinaryOp::Or),
        "fetch_xor" => combined(BinaryOp::Xor),
        "fetch_min" => arithmetic::method("min", on, &[old.clone(), args[0].clone()]),
        "fetch_max" => arithmetic::method("max", on, &[old.clone(), args[0].clone()]),
        name => panic!("{CONFUSED}the atomic operation `{name}`"),
    })
}
