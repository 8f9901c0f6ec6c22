//! What evaluating an expression does and depends on: which operands C++ may evaluate in any order, and which
//! are bound to names first, in Rust's order.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::program::Program;
use crate::syntax::ast::{
    Block, Body, Expr, ExprId, ExprKind, LocalId, LocalOrigin, PanicMacro, Pat, PatKind, Stmt,
    UnaryOp,
};
use crate::types::ty::Ty;
use crate::types::typed::{Callee, MemoryMethod, Tables};

use super::panics;

/// The effects of one expression.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    /// Writes memory that others see, exchanges values with other threads, depends on the moment.
    external: bool,
    /// Reads memory that others may write.
    reads_memory: bool,
    /// May leave the expression: a jump.
    jumps: bool,
    /// May end the launch.
    pub(super) panics: bool,
    /// Variables that change in the course of the function.
    reads: BTreeSet<LocalId>,
    writes: BTreeSet<LocalId>,
}

impl Effects {
    /// Whether it makes no difference when and how often it is evaluated.
    pub(super) fn is_constant(&self) -> bool {
        !self.is_active() && !self.reads_memory && !self.panics && self.reads.is_empty()
    }

    /// Whether it does something besides giving a value.
    pub(super) fn is_active(&self) -> bool {
        self.external || self.jumps || !self.writes.is_empty()
    }

    /// Whether it matters that this comes before `later`.
    pub(super) fn conflicts(&self, later: &Effects) -> bool {
        let visible = |effects: &Effects| effects.external || effects.reads_memory;
        (self.external && visible(later))
            || (visible(self) && later.external)
            || (self.is_active() && later.jumps)
            || (self.jumps && later.is_active())
            // A check that fails comes before what can be seen of a later operand. Which of two failing checks is
            // reported is left to C++, where nvcc goes from left to right.
            || (self.panics && later.is_active())
            || !self.writes.is_disjoint(&later.reads)
            || !self.writes.is_disjoint(&later.writes)
            || !self.reads.is_disjoint(&later.writes)
    }

    pub(super) fn add(&mut self, other: &Effects) {
        self.external |= other.external;
        self.reads_memory |= other.reads_memory;
        self.jumps |= other.jumps;
        self.panics |= other.panics;
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }
}

/// The effects of the functions of a program, found when first asked for.
pub(super) struct FunctionEffects<'p> {
    program: &'p Program,
    known: RefCell<HashMap<String, Effects>>,
}

impl<'p> FunctionEffects<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        FunctionEffects {
            program,
            known: RefCell::default(),
        }
    }

    /// What a call of the function does besides evaluating its arguments.
    fn of(self: &Rc<Self>, id: &str) -> Effects {
        if let Some(known) = self.known.borrow().get(id) {
            return known.clone();
        }
        let unknown = Effects {
            external: true,
            ..Effects::default()
        };
        // For a function that calls itself, which is refused elsewhere.
        self.known
            .borrow_mut()
            .insert(id.to_owned(), unknown.clone());
        let effects = match self.program.functions.get(id) {
            Some(function) => {
                let of = BodyEffects::new(function.body(), &function.tables, self.clone());
                let mut effects = of.block(&function.body().block);
                // Its variables are gone with it, and it comes back.
                effects.jumps = false;
                effects.reads.clear();
                effects.writes.clear();
                effects
            }
            None => unknown,
        };
        self.known
            .borrow_mut()
            .insert(id.to_owned(), effects.clone());
        effects
    }
}

/// The effects of the expressions of one body.
pub(super) struct BodyEffects<'p> {
    body: &'p Body,
    tables: &'p Tables,
    functions: Rc<FunctionEffects<'p>>,
    known: RefCell<HashMap<ExprId, Effects>>,
}

impl<'p> BodyEffects<'p> {
    pub(super) fn new(
        body: &'p Body,
        tables: &'p Tables,
        functions: Rc<FunctionEffects<'p>>,
    ) -> Self {
        BodyEffects {
            body,
            tables,
            functions,
            known: RefCell::default(),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> Effects {
        if let Some(known) = self.known.borrow().get(&expr.id) {
            return known.clone();
        }
        let effects = self.compute(expr);
        self.known.borrow_mut().insert(expr.id, effects.clone());
        effects
    }

    fn compute(&self, expr: &Expr) -> Effects {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Path(_) | ExprKind::Underscore => Effects::default(),
            ExprKind::Local(local) => self.read(*local),
            ExprKind::Unary(UnaryOp::Deref, inner) => {
                let mut effects = self.expr(inner);
                effects.reads_memory = true;
                effects
            }
            ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Cast(a, _) => self.expr(a),
            ExprKind::Repeat(a, _) => self.expr(a),
            ExprKind::Binary(op, a, b) => {
                let mut effects = self.all([&**a, &**b]);
                let integers = !matches!(self.tables.ty(a.id), Ty::Float(_));
                effects.panics |= integers && panics::of_operator(*op, true).is_some();
                effects
            }
            ExprKind::Lazy(_, a, b) => self.all([&**a, &**b]),
            ExprKind::Index(a, b) => {
                let mut effects = self.all([&**a, &**b]);
                effects.panics = true;
                // An element of a local array is read by reading the local.
                effects.reads_memory |= !matches!(self.tables.ty(a.id), Ty::Array(..));
                effects
            }
            ExprKind::Assign(place, value) | ExprKind::AssignOp(_, place, value) => {
                let mut effects = self.all([&**value, &**place]);
                self.write(place, &mut effects);
                effects
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => self.all(parts),
            ExprKind::Struct { fields, base, .. } => {
                let mut effects = self.all(fields.iter().map(|(_, value)| value));
                effects.add(&self.optional(base.as_deref()));
                effects
            }
            ExprKind::Ref { mutable, expr } => {
                let mut effects = self.expr(expr);
                if *mutable {
                    // Whoever gets it may write.
                    self.write(expr, &mut effects);
                }
                effects
            }
            ExprKind::Call { args, .. } => {
                let mut effects = self.all(args);
                match self.tables.callees.get(&expr.id) {
                    Some(Callee::Function { sig, .. }) => effects.add(&self.functions.of(&sig.id)),
                    Some(Callee::CoalescedThreads) => effects.external = true,
                    // No more than its value.
                    Some(Callee::AssumeUniform) => {}
                    callee => self.method(callee, None, &mut effects),
                }
                effects
            }
            ExprKind::Method { receiver, args, .. } => {
                let mut effects = self.expr(receiver);
                effects.add(&self.all(args));
                self.method(
                    self.tables.callees.get(&expr.id),
                    Some(receiver),
                    &mut effects,
                );
                effects
            }
            ExprKind::Closure { body, .. } => self.expr(body),
            ExprKind::Block(block) | ExprKind::Unsafe(block) => self.block(block),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                let mut effects = self.expr(cond);
                effects.add(&self.block(then));
                effects.add(&self.optional(otherwise.as_deref()));
                effects
            }
            ExprKind::Match { scrutinee, arms } => {
                let mut effects = self.expr(scrutinee);
                for arm in arms {
                    effects.add(&self.pat(&arm.pat));
                    effects.add(&self.optional(arm.guard.as_ref()));
                    effects.add(&self.expr(&arm.body));
                }
                effects
            }
            ExprKind::While { cond, body, .. } => {
                let mut effects = self.expr(cond);
                effects.add(&self.block(body));
                effects
            }
            ExprKind::Loop { body, .. } => self.block(body),
            ExprKind::For { iter, body, .. } => {
                let mut effects = self.expr(iter);
                effects.add(&self.block(body));
                effects
            }
            ExprKind::Break { value, .. } | ExprKind::Return(value) => {
                let mut effects = self.optional(value.as_deref());
                effects.jumps = true;
                effects
            }
            ExprKind::Continue { .. } => Effects {
                jumps: true,
                ..Effects::default()
            },
            ExprKind::Range { lo, hi, .. } => {
                let mut effects = self.optional(lo.as_deref());
                effects.add(&self.optional(hi.as_deref()));
                effects
            }
            ExprKind::Panic(panic) => self.panic(panic),
        }
    }

    /// What assigning to a place does.
    pub(super) fn assignment(&self, place: &Expr) -> Effects {
        let mut effects = Effects::default();
        self.write(place, &mut effects);
        effects
    }

    fn block(&self, block: &Block) -> Effects {
        let mut effects = self.optional(block.value.as_deref());
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(one) => effects.add(&self.optional(one.init.as_ref())),
                Stmt::Expr(one) => effects.add(&self.expr(one)),
                Stmt::Const(_) => {}
            }
        }
        effects
    }

    fn all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Effects {
        let mut effects = Effects::default();
        for expr in exprs {
            effects.add(&self.expr(expr));
        }
        effects
    }

    fn optional(&self, expr: Option<&Expr>) -> Effects {
        expr.map(|expr| self.expr(expr)).unwrap_or_default()
    }

    fn read(&self, local: LocalId) -> Effects {
        let declared = self.body.local(local);
        let mut effects = Effects::default();
        // What is bound once is the same whenever it is read, and so is what is declared without a value
        // and assigned once: it is not read before.
        if declared.mutable && declared.origin != LocalOrigin::Const {
            effects.reads.insert(local);
        }
        effects
    }

    /// A write to a place.
    fn write(&self, place: &Expr, effects: &mut Effects) {
        match &place.kind {
            ExprKind::Local(local) => {
                effects.writes.insert(*local);
            }
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => match self.tables.ty(base.id) {
                ty if ty.is_memory() => effects.external = true,
                _ => self.write(base, effects),
            },
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.write(part, effects)),
            ExprKind::Underscore => {}
            _ => effects.external = true,
        }
    }

    fn method(&self, callee: Option<&Callee>, receiver: Option<&Expr>, effects: &mut Effects) {
        match callee {
            Some(Callee::Group { op, .. }) => {
                // Cutting a block into tiles gives names to threads and does nothing.
                effects.external |= op.collective && op.name != "tiled_partition";
            }
            Some(Callee::Atomic { .. }) => effects.external = true,
            Some(Callee::Number { method, on }) => {
                effects.panics |= !panics::of_method(method.name, on).is_empty();
            }
            Some(Callee::Memory(method)) => match method {
                MemoryMethod::Len | MemoryMethod::IsEmpty => {}
                MemoryMethod::GetUnchecked
                | MemoryMethod::GetUncheckedMut
                | MemoryMethod::Clone => {
                    effects.reads_memory = true;
                }
                MemoryMethod::Swap | MemoryMethod::Fill => {
                    effects.panics = true;
                    match receiver {
                        Some(receiver) if !self.tables.ty(receiver.id).is_memory() => {
                            self.write(receiver, effects);
                        }
                        _ => effects.external = true,
                    }
                }
            },
            Some(Callee::Iter(_) | Callee::From { .. } | Callee::TupleStruct(_)) => {}
            Some(
                Callee::Function { .. }
                | Callee::CoalescedThreads
                | Callee::AssumeUniform
                | Callee::OpaqueFunction(_)
                | Callee::OpaqueMethod,
            )
            | None => effects.external = true,
        }
    }

    fn pat(&self, pat: &Pat) -> Effects {
        match &pat.kind {
            PatKind::Literal(value) => self.expr(value),
            _ => Effects::default(),
        }
    }

    fn panic(&self, panic: &PanicMacro) -> Effects {
        let mut effects = self.all(&panic.operands);
        if let Some(message) = &panic.message {
            effects.add(&self.all(&message.args));
        }
        effects.panics = true;
        // The operands of an assertion are evaluated by statements before it.
        effects.external = true;
        effects
    }
}
