//! What is in a program: a census shows whether the generator still writes all of the language.

use std::collections::BTreeSet;

use phalanx_compiler::syntax::ast::{Expr, ExprKind};
use phalanx_compiler::syntax::visit;
use phalanx_compiler::types::env::SigGenericKind;
use phalanx_compiler::types::ty::{Access, Const, Group, Ty};
use phalanx_compiler::types::typed::{Callee, TypedFunction};

use crate::frontend::Program;

/// What is in a program, by names a person reads.
pub fn of(program: &Program) -> BTreeSet<String> {
    let mut found = Found::default();
    for function in program.functions.values() {
        found.signature(function, function.sig.name == program.kernel);
        visit::exprs(function.body(), &mut |expr| found.expr(function, expr));
        found.loops(function);
    }
    if program.functions.len() > 2 {
        found.note("several device functions");
    }
    found.features
}

#[derive(Default)]
struct Found {
    features: BTreeSet<String>,
}

impl Found {
    fn note(&mut self, feature: impl Into<String>) {
        self.features.insert(feature.into());
    }

    fn signature(&mut self, function: &TypedFunction, is_kernel: bool) {
        let sig = &function.sig;
        for param in &sig.params {
            if let Some(group) = param.ty.as_group() {
                let who = if is_kernel { "kernel" } else { "function" };
                self.note(format!("a {who} takes {}", kind(group)));
            }
            if param.uniform.is_some() {
                self.note("`Uniform` parameter");
            }
            if let Ty::Ref(_, Access::Write) = &param.ty
                && !is_kernel
            {
                self.note("`&mut` parameter");
            }
        }
        if sig.ret_uniform.is_some() {
            self.note("`Uniform` result");
        }
        for generic in &sig.generics {
            self.note(match generic.kind {
                SigGenericKind::Const { .. } => "const generic",
                _ => "generic group",
            });
        }
    }

    fn expr(&mut self, function: &TypedFunction, expr: &Expr) {
        match function.tables.callees.get(&expr.id) {
            Some(Callee::Group { op, .. }) if op.collective => {
                if let ExprKind::Method { receiver, .. } = &expr.kind
                    && let Some(group) = function.tables.ty(receiver.id).as_group()
                {
                    self.note(format!("`{}`", op.name));
                    self.note(format!("`{}` of {}", op.name, kind(group)));
                }
            }
            Some(Callee::CoalescedThreads) => self.note("`coalesced_threads`"),
            Some(Callee::AssumeUniform) => self.note("`assume_uniform`"),
            Some(Callee::Function { sig, .. }) => {
                let with_group = sig.params.iter().any(|param| param.ty.as_group().is_some());
                self.note(match with_group {
                    true => "call with a group",
                    false => "call without a group",
                });
            }
            _ => {}
        }
        match &expr.kind {
            ExprKind::If { .. } => self.note("`if`"),
            ExprKind::Match { arms, .. } => {
                self.note("`match`");
                if arms.iter().any(|arm| arm.guard.is_some()) {
                    self.note("guard");
                }
            }
            ExprKind::While { .. } => self.note("`while`"),
            ExprKind::Loop { .. } => self.note("`loop`"),
            ExprKind::For { .. } => self.note("`for`"),
            ExprKind::Lazy(..) => self.note("`&&` or `||`"),
            ExprKind::Break { label, value, .. } => {
                self.note("`break`");
                if label.is_some() {
                    self.note("`break` with a label");
                }
                if value.is_some() {
                    self.note("`break` with a value");
                }
            }
            ExprKind::Continue { label, .. } => {
                self.note("`continue`");
                if label.is_some() {
                    self.note("`continue` with a label");
                }
            }
            ExprKind::Return(_) => self.note("`return`"),
            ExprKind::Ref {
                mutable: true,
                expr,
            } => self.note(match expr.kind {
                ExprKind::Local(_) => "`&mut` of a variable",
                _ => "`&mut` of a part",
            }),
            ExprKind::Block(block) if block.value.is_some() => {
                let mut inside = Vec::new();
                visit::block(block, &mut |inner| inside.push(inner));
                for inner in &inside {
                    if let ExprKind::Break { target, .. } | ExprKind::Continue { target, .. } =
                        &inner.kind
                        && inside.iter().all(|other| other.id != *target)
                    {
                        self.note("jump out of a value");
                    }
                }
            }
            ExprKind::Closure { .. } => self.note("closure"),
            ExprKind::Struct { .. } => self.note("struct"),
            ExprKind::Assign(place, _) | ExprKind::AssignOp(_, place, _) => {
                self.note(match &place.kind {
                    ExprKind::Field(..) => "assignment to a field",
                    ExprKind::Index(..) => "assignment to an element",
                    ExprKind::Tuple(..) => "assignment to a tuple",
                    _ => "assignment to a variable",
                });
            }
            _ => {}
        }
    }

    /// What stands in loops.
    fn loops(&mut self, function: &TypedFunction) {
        visit::exprs(function.body(), &mut |outer| {
            if !is_loop(outer) {
                return;
            }
            visit::expr(outer, &mut |inner| {
                if is_loop(inner) && inner.id != outer.id {
                    self.note("loop in a loop");
                }
                match function.tables.callees.get(&inner.id) {
                    Some(Callee::CoalescedThreads) => self.note("`coalesced_threads` in a loop"),
                    Some(Callee::Group { op, .. }) if op.collective => {
                        self.note(format!("`{}` in a loop", op.name));
                    }
                    _ => {}
                }
            });
        });
    }
}

fn is_loop(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::While { .. } | ExprKind::Loop { .. } | ExprKind::For { .. }
    )
}

fn kind(group: &Group) -> &'static str {
    match group {
        Group::Block(_) => "a block",
        Group::Tile(Const::Value(_)) => "a tile",
        Group::Tile(_) => "a tile of any size",
        Group::Coalesced => "a coalesced group",
        Group::Grid => "a grid",
        Group::CooperativeGrid => "a cooperative grid",
        Group::Arrival(of) => match **of {
            Group::Block(_) => "a block",
            _ => "a cooperative grid",
        },
        Group::Param(_) => "any group",
    }
}
