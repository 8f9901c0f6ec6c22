//! Method calls: by the type of the receiver, through references.

use proc_macro2::{Ident, Span};

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, GenericArg};
use crate::table::atomics::{AtomicOp, Orders};
use crate::table::methods::{NumberClass, NumberMethod};
use crate::types::bounds::{implements, number_class};
use crate::types::env::ValueBound;
use crate::types::ty::{Access, Float, Int, Ty};
use crate::types::typed::{Callee, MemoryMethod, MemoryOrder, PathRes};
use crate::types::unify::VarKind;

impl<'a> Infer<'a> {
    pub(super) fn method(
        &mut self,
        expr: &'a Expr,
        receiver: &'a Expr,
        name: &'a Ident,
        turbofish: &'a [GenericArg],
        args: &'a [Expr],
    ) -> Ty {
        let iterating = std::mem::take(&mut self.iterating);
        if let ExprKind::Range { .. } = receiver.kind {
            return self.method_of_range(receiver, name, args);
        }
        let place = self.place(receiver);
        let known = self.unify.known(&place.ty);
        let behind = match &known {
            Ty::Ref(to, _) => self.unify.known(to),
            other => other.clone(),
        };
        if let Ty::Group(group) = behind {
            self.iterating = iterating;
            return self.group_method(expr, group, name, turbofish, args);
        }
        if !turbofish.is_empty() && behind != Ty::Opaque {
            self.report(Diagnostic::new(
                name.span(),
                format!("`{name}` takes no generic arguments"),
            ));
        }
        match &behind {
            Ty::Atomic(elem) => self.atomic(expr, elem, name, args),
            Ty::Slice(elem, access) => self.of_slice(expr, receiver, elem, *access, name, args),
            Ty::Array(elem, _) => {
                let access = match &known {
                    Ty::Ref(_, access) => *access,
                    _ => self.access(receiver),
                };
                self.of_slice(expr, receiver, elem, access, name, args)
            }
            Ty::Opaque => {
                self.tables.callees.insert(expr.id, Callee::OpaqueMethod);
                self.unknown_call(args)
            }
            Ty::Var(var) => self.of_literal(expr, receiver, *var, name, args),
            on if self.is_copied(on, name) && args.is_empty() => {
                let callee = Callee::Memory(MemoryMethod::Clone);
                self.tables.callees.insert(expr.id, callee);
                on.clone()
            }
            Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Param(_) => {
                self.of_number(expr, behind, name, args)
            }
            other => {
                let message = format!("{} has no method `{name}`", self.unify.describe(other));
                let diagnostic = Diagnostic::new(name.span(), message);
                let diagnostic = match other {
                    Ty::Adt(_) => diagnostic.help(format!(
                        "write it as a `#[device_fn]`, and call `{name}(…)`"
                    )),
                    _ => diagnostic,
                };
                self.report(diagnostic);
                self.unknown_call(args)
            }
        }
    }

    fn is_copied(&self, on: &Ty, name: &Ident) -> bool {
        name == "clone"
            && (number_class(on, self.generics).is_some()
                || implements(on, ValueBound::Copy, self.generics))
    }

    fn method_of_range(&mut self, receiver: &'a Expr, name: &Ident, args: &'a [Expr]) -> Ty {
        if let ExprKind::Range { lo, hi, .. } = &receiver.kind {
            for end in [lo, hi].into_iter().flatten() {
                self.value(end, &Expect::Nothing);
            }
        }
        let (message, help) = match name.to_string().as_str() {
            "rev" | "step_by" => (
                "an iterator is not a value here".to_string(),
                "go through it by `for`",
            ),
            "contains" => (
                "a range has no method `contains` here".to_string(),
                "compare: `a <= x && x < b`",
            ),
            name => (
                format!("a range has no method `{name}` here"),
                "go through it by `for`, with `.rev()` and `.step_by(k)` if need be",
            ),
        };
        self.report(Diagnostic::new(name.span(), message).help(help));
        self.unknown_call(args)
    }

    fn method_arity(&mut self, name: &Ident, takes: usize, args: &'a [Expr]) -> bool {
        if args.len() == takes {
            return true;
        }
        let plural = if takes == 1 { "argument" } else { "arguments" };
        self.report(Diagnostic::new(
            name.span(),
            format!("`{name}` takes {takes} {plural}, {} given", args.len()),
        ));
        self.unknown_call(args);
        false
    }

    // Numbers.

    /// A literal that nothing has decided yet. As in rustc, what `Ord` gives can be called on it; an
    /// inherent method cannot: there is one for each type.
    fn of_literal(
        &mut self,
        expr: &'a Expr,
        receiver: &'a Expr,
        var: u32,
        name: &'a Ident,
        args: &'a [Expr],
    ) -> Ty {
        let on = Ty::Var(var);
        let of_trait = match self.unify.kind(var) {
            VarKind::Int => name == "min" || name == "max" || name == "clamp",
            VarKind::Float | VarKind::General => false,
        };
        if name == "clone" && args.is_empty() && self.unify.kind(var) != VarKind::General {
            let callee = Callee::Memory(MemoryMethod::Clone);
            self.tables.callees.insert(expr.id, callee);
            return on;
        }
        if !of_trait {
            self.unknown_here(receiver, &on);
            return self.unknown_call(args);
        }
        let row = self.number_method(&Ty::Int(Int::I32), &name.to_string(), true);
        match row {
            Some(row) => self.number_call(expr, row, on, name, args),
            None => Ty::Opaque,
        }
    }

    fn of_number(&mut self, expr: &'a Expr, on: Ty, name: &'a Ident, args: &'a [Expr]) -> Ty {
        match self.number_method(&on, &name.to_string(), true) {
            Some(row) => self.number_call(expr, row, on, name, args),
            None => {
                let diagnostic = self.no_number_method(&on, &name.to_string(), name.span());
                self.report(diagnostic);
                self.unknown_call(args)
            }
        }
    }

    fn number_call(
        &mut self,
        expr: &'a Expr,
        method: &'static NumberMethod,
        on: Ty,
        name: &'a Ident,
        args: &'a [Expr],
    ) -> Ty {
        let result = method.result.ty(&on);
        if self.method_arity(name, method.params.len(), args) {
            self.number_operands(method, &on, args);
        }
        self.tables
            .callees
            .insert(expr.id, Callee::Number { method, on });
        result
    }

    /// The row of a number type's method (`method`) or associated function.
    pub(super) fn number_method(
        &self,
        on: &Ty,
        name: &str,
        method: bool,
    ) -> Option<&'static NumberMethod> {
        NumberMethod::find(name, method).find(|row| match on {
            Ty::Param(_) => row.generic && self.param_has(on, row.on),
            _ => row.on.contains(on),
        })
    }

    fn param_has(&self, on: &Ty, class: NumberClass) -> bool {
        let is = |bound| implements(on, bound, self.generics);
        match class {
            NumberClass::Any => is(ValueBound::Number),
            NumberClass::Int => is(ValueBound::Integer),
            NumberClass::Float => is(ValueBound::Float),
            _ => false,
        }
    }

    /// What to say of a method that a number has not, on the device or at all.
    pub(super) fn no_number_method(&self, on: &Ty, name: &str, span: Span) -> Diagnostic {
        let diagnostic =
            Diagnostic::new(span, format!("`{on}` has no method `{name}` on the device"));
        if let Ty::Param(param) = on {
            for bound in [ValueBound::Number, ValueBound::Integer, ValueBound::Float] {
                let class = match bound {
                    ValueBound::Integer => NumberClass::Int,
                    ValueBound::Float => NumberClass::Float,
                    _ => NumberClass::Any,
                };
                if NumberMethod::find(name, true).any(|row| row.generic && row.on == class) {
                    return Diagnostic::new(
                        span,
                        format!("`{param}` is not known to have `{name}`"),
                    )
                    .help(format!("write `{param}: {}`", bound.name()));
                }
            }
            return diagnostic;
        }
        if let Ty::Float(Float::F16 | Float::Bf16) = on
            && NumberMethod::find(name, true).any(|row| row.on == NumberClass::Float)
        {
            return diagnostic.help(format!(
                "compute in `f32`: `{on}::from_f32(x.to_f32().{name}(…))`"
            ));
        }
        let help = match name {
            _ if name.starts_with("checked_") => {
                let rest = &name["checked_".len()..];
                Some(format!(
                    "`Option` is not in the language: `wrapping_{rest}`, `saturating_{rest}`, or compare first"
                ))
            }
            _ if name.starts_with("overflowing_") => {
                let rest = &name["overflowing_".len()..];
                Some(format!("write `wrapping_{rest}`, and compare"))
            }
            "sin_cos" => Some("write `x.sin()` and `x.cos()`".to_string()),
            "partial_cmp" | "cmp" | "total_cmp" => Some("compare with `<`, `==`, `>`".to_string()),
            "into" => Some("name the type: `u64::from(x)`".to_string()),
            "then" | "then_some" => Some("write `if`".to_string()),
            _ => None,
        };
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    // Atomics.

    fn atomic(&mut self, expr: &'a Expr, elem: &Ty, name: &'a Ident, args: &'a [Expr]) -> Ty {
        let Some(op) = AtomicOp::find(&name.to_string()) else {
            let diagnostic =
                Diagnostic::new(name.span(), format!("an atomic has no method `{name}`"));
            self.report(match name.to_string().as_str() {
                "compare_exchange" | "compare_exchange_weak" => diagnostic.help(
                    "write `compare_and_swap(current, new, order)`: it gives the value that was there, equal to `current` if it was swapped",
                ),
                "fetch_update" => diagnostic.help("write a loop around `compare_and_swap`"),
                _ => diagnostic,
            });
            return self.unknown_call(args);
        };
        let integer = match number_class(elem, self.generics) {
            Some(class) => {
                class.integer || implements(elem, ValueBound::AtomicInteger, self.generics)
            }
            None => true,
        };
        if op.integers_only && !integer {
            let diagnostic = Diagnostic::new(
                name.span(),
                format!("`Atomic<{elem}>` has no `{name}`: it combines the bits of integers"),
            );
            self.report(match elem {
                Ty::Param(param) => diagnostic.help(format!("write `{param}: AtomicInteger`")),
                _ => diagnostic,
            });
        }
        if self.method_arity(name, op.values + 1, args) {
            let (order, values) = args.split_last().expect("one more than the values");
            for value in values {
                self.check(value, elem);
            }
            self.order(op, order);
        }
        let result = if op.gives_value {
            elem.clone()
        } else {
            Ty::Unit
        };
        let callee = Callee::Atomic {
            op,
            on: elem.clone(),
        };
        self.tables.callees.insert(expr.id, callee);
        result
    }

    /// Orderings are written in place: the instruction depends on them.
    fn order(&mut self, op: &AtomicOp, order: &'a Expr) {
        let ty = self.value(order, &Expect::Nothing);
        let given = match self.tables.paths.get(&order.id) {
            Some(PathRes::Ordering(given)) => *given,
            Some(PathRes::Opaque) => return,
            _ if ty == Ty::Opaque => return,
            _ => {
                self.report(
                    Diagnostic::new(order.span, "an ordering is written here")
                        .help("write `Relaxed`, `Acquire`, `Release`, `AcqRel` or `SeqCst`"),
                );
                return;
            }
        };
        let (fits, what, instead) = match op.orders {
            Orders::Load => (
                !matches!(given, MemoryOrder::Release | MemoryOrder::AcqRel),
                "load",
                "a load can be `Relaxed`, `Acquire` or `SeqCst`",
            ),
            Orders::Store => (
                !matches!(given, MemoryOrder::Acquire | MemoryOrder::AcqRel),
                "store",
                "a store can be `Relaxed`, `Release` or `SeqCst`",
            ),
            Orders::All => (true, "", ""),
        };
        if !fits {
            let message = format!("there is no {what} that is `{given:?}`");
            self.report(Diagnostic::new(order.span, message).help(instead));
        }
    }

    // Slices and arrays.

    fn of_slice(
        &mut self,
        expr: &'a Expr,
        receiver: &'a Expr,
        elem: &Ty,
        access: Access,
        name: &'a Ident,
        args: &'a [Expr],
    ) -> Ty {
        let elem = elem.clone();
        let (method, params, result): (_, Vec<Ty>, Ty) = match name.to_string().as_str() {
            "len" => (MemoryMethod::Len, vec![], Ty::USIZE),
            "is_empty" => (MemoryMethod::IsEmpty, vec![], Ty::Bool),
            "get_unchecked" => (
                MemoryMethod::GetUnchecked,
                vec![Ty::USIZE],
                Ty::reference(elem, Access::Read),
            ),
            "get_unchecked_mut" => (
                MemoryMethod::GetUncheckedMut,
                vec![Ty::USIZE],
                Ty::reference(elem, Access::Write),
            ),
            "swap" => (MemoryMethod::Swap, vec![Ty::USIZE, Ty::USIZE], Ty::Unit),
            "fill" => (MemoryMethod::Fill, vec![elem], Ty::Unit),
            "clone" if matches!(self.unify.known(self.tables.ty(receiver.id)), Ty::Array(..)) => {
                let ty = self.tables.ty(receiver.id).clone();
                (MemoryMethod::Clone, vec![], ty)
            }
            other => {
                let diagnostic = Diagnostic::new(
                    name.span(),
                    format!("a slice has no method `{name}` on the device"),
                );
                self.report(match other {
                    "iter" | "iter_mut" | "into_iter" | "chunks" | "windows" => {
                        diagnostic.help("index it: `for i in 0..x.len()`, or `g.stride(0..x.len())` for a thread's share")
                    }
                    "get" | "get_mut" | "first" | "last" => {
                        diagnostic.help("compare the index with `.len()`, and index")
                    }
                    "split_at" | "split_at_mut" => diagnostic.help("write `&x[..i]` and `&x[i..]`"),
                    _ => diagnostic,
                });
                return self.unknown_call(args);
            }
        };
        if self.method_arity(name, params.len(), args) {
            for (param, arg) in params.iter().zip(args) {
                self.check(arg, param);
            }
        }
        let writes = matches!(
            method,
            MemoryMethod::GetUncheckedMut | MemoryMethod::Swap | MemoryMethod::Fill
        );
        if writes && access == Access::Read {
            self.read_only(receiver);
        }
        self.tables.callees.insert(expr.id, Callee::Memory(method));
        result
    }
}
