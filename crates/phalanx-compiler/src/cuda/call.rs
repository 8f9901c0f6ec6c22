//! Calls: device functions, operations of groups, atomics, methods of numbers.

use super::code::Code;
use super::lower::{Lower, Target};
use super::panics::{self, Place};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind};
use crate::table::group_ops::{GroupOp, Operand, Outcome, Turbofish};
use crate::table::methods::NumberMethod;
use crate::types::subst::Substitution;
use crate::types::ty::{Const, Group, Ty, TyOrConst};
use crate::types::typed::Callee;

impl<'p> Lower<'_, 'p> {
    pub(super) fn call(&mut self, args: &'p [Expr], expr: &Expr) -> Code {
        match self.tables.callees.get(&expr.id) {
            Some(Callee::Function {
                sig,
                args: generics,
            }) => {
                let generics: Vec<TyOrConst> =
                    generics.iter().map(|arg| self.subst.arg(arg)).collect();
                let name = self.unit.function(sig, &generics, expr.span);
                // Where the callee takes `()`, C++ takes nothing.
                let subst = Substitution::of_generics(&sig.generics, &generics);
                let codes = self.operands(args);
                let codes = sig
                    .params
                    .iter()
                    .zip(codes)
                    .filter(|(param, _)| subst.ty(&param.ty) != Ty::Unit);
                let codes: Vec<Code> = codes.map(|(_, code)| code).collect();
                Code::call(&name, &codes)
            }
            Some(Callee::CoalescedThreads) => Code::call("coalesced_threads", &[]),
            // A claim is nothing to the GPU.
            Some(Callee::AssumeUniform) => {
                let value = self.operands(&args[1..2]);
                value.into_iter().next().expect("there is one")
            }
            Some(Callee::TupleStruct(_)) => {
                let args = self.operands(args);
                let ty = self.type_of(expr.id);
                Code::braces(&self.cpp(&ty), &args)
            }
            Some(Callee::Number { method, on }) => {
                let args = self.operands(args);
                self.number_method(method, on, args, expr.span)
            }
            Some(Callee::From { from, to }) => self.from(from, to, args),
            _ => self.unknown(expr),
        }
    }

    pub(super) fn method(
        &mut self,
        receiver: &'p Expr,
        name: &proc_macro2::Ident,
        args: &'p [Expr],
        expr: &'p Expr,
    ) -> Code {
        match self.tables.callees.get(&expr.id) {
            Some(Callee::Group { op, consts, .. }) => self.group(op, consts, receiver, args, expr),
            Some(Callee::Atomic { op, .. }) => {
                let object = self.object(receiver);
                // The atomic's type is that of its operands.
                let args: Vec<Code> = self.operands(args).iter().map(Code::bare).collect();
                object.method(op.name, &args)
            }
            Some(Callee::Memory(method)) => {
                self.memory_method(*method, receiver, args, name.span())
            }
            Some(Callee::Number { method, on }) => {
                let args = self.operands(std::iter::once(receiver).chain(args));
                self.number_method(method, on, args, name.span())
            }
            Some(Callee::From { from, to }) => self.from(from, to, args),
            _ => self.unknown(expr),
        }
    }

    fn unknown(&mut self, expr: &Expr) -> Code {
        self.unit.errors.push(Diagnostic::new(
            expr.span,
            "what this calls is not known here",
        ));
        Code::nothing()
    }

    fn from(&mut self, from: &Ty, to: &Ty, args: &'p [Expr]) -> Code {
        let (from, to) = (self.subst.ty(from), self.subst.ty(to));
        let args = self.operands(args);
        self.convert(&args[0], &from, &to)
    }

    fn number_method(
        &mut self,
        method: &NumberMethod,
        on: &Ty,
        mut args: Vec<Code>,
        span: proc_macro2::Span,
    ) -> Code {
        let on = self.subst.ty(on);
        let panics = panics::of_method(method.name, &on);
        if !panics.is_empty() {
            args.push(self.site(span, &panics));
        }
        // A function that makes a float of bits or of another float is told which.
        let name = match method.method {
            true => method.name.to_owned(),
            false => format!("{}<{}>", method.name, self.cpp(&on)),
        };
        Code::call(&name, &args)
    }

    fn group(
        &mut self,
        op: &GroupOp,
        consts: &[Const],
        receiver: &'p Expr,
        args: &'p [Expr],
        expr: &'p Expr,
    ) -> Code {
        match op.turbofish {
            Turbofish::Shared => {
                let object = self.shared_object(expr, "shared");
                let ty = self.type_of(expr.id);
                self.object_value(&object, &ty)
            }
            Turbofish::TileSize => {
                let size = consts
                    .first()
                    .map_or(0, |size| self.const_value(size, expr));
                if let Some(Group::Block(_)) = self.tables.ty(receiver.id).as_group() {
                    let size = u32::try_from(size).unwrap_or(1);
                    self.unit.block_multiple = self.unit.block_multiple.max(size);
                }
                let group = self.value(receiver);
                group.method(&format!("{}<{size}>", op.name), &[])
            }
            Turbofish::None if op.params.iter().any(|operand| operand.is_closure()) => {
                self.invoke_one(op, receiver, args, expr)
            }
            Turbofish::None => {
                let group = self.value(receiver);
                match (self.type_of(expr.id), args) {
                    (
                        Ty::Iter(item),
                        [
                            Expr {
                                kind: ExprKind::Range { lo, hi, .. },
                                ..
                            },
                        ],
                    ) => {
                        let ends = self.operands([lo, hi].into_iter().flatten().map(|end| &**end));
                        let item = self.cpp(&item);
                        let ends: Vec<Code> = ends.iter().map(Code::bare).collect();
                        group.method(&format!("{}<{item}>", op.name), &ends)
                    }
                    _ => {
                        let codes = self.operands(args);
                        // A value gives the operation its type; ranks and masks have theirs.
                        let codes =
                            codes
                                .into_iter()
                                .zip(op.params)
                                .map(|(code, operand)| match operand {
                                    Operand::Usize => code.bare(),
                                    _ => code,
                                });
                        group.method(op.name, &codes.collect::<Vec<_>>())
                    }
                }
            }
        }
    }

    /// `group.invoke_one(|| …)`: rank 0 runs the statements, and the others are given the value.
    fn invoke_one(
        &mut self,
        op: &GroupOp,
        receiver: &'p Expr,
        args: &'p [Expr],
        expr: &'p Expr,
    ) -> Code {
        let [
            Expr {
                kind: ExprKind::Closure { body, .. },
                ..
            },
        ] = args
        else {
            unreachable!("the types stage has seen the closure");
        };
        let group = self.value(receiver);
        let ty = self.type_of(expr.id);
        let gives = op.result == Outcome::Value && !matches!(ty, Ty::Unit | Ty::Never);
        let target = match gives {
            true => {
                let name = self.scopes.declare("value");
                let cpp = self.cpp(&ty);
                // The others send what nobody reads.
                self.statement(format!("{cpp} {name}{{}};"));
                Target::Variable(name)
            }
            false => Target::Nowhere,
        };
        let rank = group.method("thread_rank", &[]);
        self.writer
            .open(self.line, &format!("if ({} == 0)", rank.text));
        self.scopes.open();
        self.evaluate_within(body, &target);
        self.scopes.close();
        self.writer.close("");
        match target {
            Target::Variable(name) => {
                let zero = Code::postfix("0");
                group.method("broadcast", &[Code::postfix(name), zero])
            }
            _ => Code::nothing(),
        }
    }

    /// Whether this is `block.shared::<T>()`.
    pub(super) fn makes_shared(&self, expr: &Expr) -> bool {
        matches!(
            self.tables.callees.get(&expr.id),
            Some(Callee::Group { op, .. }) if op.turbofish == Turbofish::Shared
        )
    }

    /// The name of the object that `block.shared::<T>()` gives: one a block for every place in the source and type.
    ///
    /// It is declared where it stands, unless other instances of the function share it.
    pub(super) fn shared_object(&mut self, expr: &'p Expr, base: &str) -> String {
        if let ExprKind::Method { receiver, .. } = &expr.kind
            && self.effects(receiver).is_active()
        {
            self.value(receiver);
        }
        let Some(Callee::Group {
            shared: Some(ty), ..
        }) = self.tables.callees.get(&expr.id)
        else {
            unreachable!("shared memory has a type");
        };
        let ty = self.subst.ty(ty);
        let cpp = self.cpp(&ty);
        if self.own_shared {
            let name = self.scopes.declare(base);
            self.statement(format!("__shared__ {cpp} {name};"));
            return name;
        }
        let place = Place::of(expr.span);
        let file = self
            .function
            .map_or(String::new(), |function| function.file.clone());
        let key = (file, place.line, place.column, cpp.clone());
        if let Some(name) = self.unit.shared.get(&key) {
            return name.clone();
        }
        let function = self
            .function
            .map_or("", |function| function.sig.name.as_str());
        let name = self.unit.global(&format!("{function}_{base}"), "");
        self.unit.shared.insert(key, name.clone());
        self.unit.definitions.push(format!(
            "/// Of `{function}`, the same for all its instances.\n__shared__ {cpp} {name};\n"
        ));
        name
    }
}
