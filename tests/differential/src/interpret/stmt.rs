//! Blocks, patterns, branches and loops.

use phalanx_compiler::syntax::ast::{
    Arm, Block, Expr, Let, LoopId, PanicKind, PanicMacro, Pat, PatKind, Stmt,
};

use super::value::Value;
use super::{CONFUSED, Eval, Frame, Jump, Thread};

/// Whether a loop goes on after a turn.
enum Turn {
    Next,
    Leave(Value),
}

impl<'m> Thread<'m> {
    pub(super) fn block(&mut self, f: &Frame<'m>, block: &'m Block) -> Eval<Value> {
        for stmt in &block.stmts {
            self.step();
            match stmt {
                Stmt::Let(one) | Stmt::Const(one) => self.let_(f, one)?,
                Stmt::Expr(expr) => {
                    self.value(f, expr)?;
                }
            }
        }
        match &block.value {
            Some(value) => {
                self.step();
                self.value(f, value)
            }
            None => Ok(Value::Unit),
        }
    }

    fn let_(&mut self, f: &Frame<'m>, one: &'m Let) -> Eval<()> {
        if let Some(init) = &one.init {
            let value = self.value(f, init)?;
            if !self.bind(f, &one.pat, &value)? {
                panic!("{CONFUSED}a `let` whose pattern does not fit");
            }
        }
        Ok(())
    }

    /// Whether the value fits the pattern; binds its names if so.
    fn bind(&mut self, f: &Frame<'m>, pat: &'m Pat, value: &Value) -> Eval<bool> {
        Ok(match &pat.kind {
            PatKind::Wild => true,
            PatKind::Bind(local, sub) => {
                if let Some(sub) = sub
                    && !self.bind(f, sub, value)?
                {
                    return Ok(false);
                }
                self.write(&f.local(*local), value.clone());
                true
            }
            PatKind::Tuple(parts) => {
                for (part, value) in parts.iter().zip(value.parts()) {
                    if !self.bind(f, part, value)? {
                        return Ok(false);
                    }
                }
                true
            }
            PatKind::Struct { fields, .. } => {
                let ty = f.ty(pat.id);
                for (member, part) in fields {
                    let value = value.parts()[super::place::field_index(&ty, member)].clone();
                    if !self.bind(f, part, &value)? {
                        return Ok(false);
                    }
                }
                true
            }
            PatKind::Literal(literal) => match (self.value(f, literal)?, value) {
                (Value::Bool(literal), Value::Bool(value)) => literal == *value,
                (literal, value) => literal.int() == value.int(),
            },
            PatKind::Range { lo, hi, inclusive } => {
                let value = value.int();
                let above = match lo {
                    Some(lo) => self.value(f, lo)?.int() <= value,
                    None => true,
                };
                let below = match hi {
                    Some(hi) => value < self.value(f, hi)?.int() + i128::from(*inclusive),
                    None => true,
                };
                above && below
            }
            PatKind::Or(choices) => {
                for choice in choices {
                    if self.bind(f, choice, value)? {
                        return Ok(true);
                    }
                }
                false
            }
            PatKind::Path(path) => panic!("{CONFUSED}the pattern `{}`", path.to_text()),
        })
    }

    pub(super) fn match_(
        &mut self,
        f: &Frame<'m>,
        scrutinee: &'m Expr,
        arms: &'m [Arm],
    ) -> Eval<Value> {
        let value = self.operand(f, scrutinee)?;
        for arm in arms {
            if !self.bind(f, &arm.pat, &value)? {
                continue;
            }
            if let Some(guard) = &arm.guard
                && !self.operand(f, guard)?.bool()
            {
                continue;
            }
            return self.value(f, &arm.body);
        }
        panic!("{CONFUSED}a `match` without an arm for {value:?}")
    }

    pub(super) fn while_(
        &mut self,
        f: &Frame<'m>,
        id: LoopId,
        cond: &'m Expr,
        body: &'m Block,
    ) -> Eval<Value> {
        self.turns(id, |thread| {
            if thread.operand(f, cond)?.bool() {
                thread.block(f, body)?;
                Ok(Turn::Next)
            } else {
                Ok(Turn::Leave(Value::Unit))
            }
        })
    }

    pub(super) fn loop_(&mut self, f: &Frame<'m>, id: LoopId, body: &'m Block) -> Eval<Value> {
        self.turns(id, |thread| {
            thread.block(f, body)?;
            Ok(Turn::Next)
        })
    }

    pub(super) fn for_(
        &mut self,
        f: &Frame<'m>,
        id: LoopId,
        pat: &'m Pat,
        iter: &'m Expr,
        body: &'m Block,
    ) -> Eval<Value> {
        let items = self.value(f, iter)?.items();
        let mut turn = 0;
        self.turns(id, |thread| {
            if turn >= items.count {
                return Ok(Turn::Leave(Value::Unit));
            }
            let item = Value::Int(items.first + turn * items.step);
            turn += 1;
            thread.bind(f, pat, &item)?;
            thread.block(f, body)?;
            Ok(Turn::Next)
        })
    }

    /// Takes turns until one leaves the loop.
    fn turns(&mut self, id: LoopId, mut turn: impl FnMut(&mut Self) -> Eval<Turn>) -> Eval<Value> {
        let outside = self.context;
        for number in 0u64.. {
            self.step();
            self.enter(outside, id, number);
            match turn(self) {
                Ok(Turn::Next) => {}
                Ok(Turn::Leave(value)) => {
                    self.context = outside;
                    return Ok(value);
                }
                Err(jump) => match *jump {
                    Jump::Continue(target) if target == id => {}
                    Jump::Break(target, value) if target == id => {
                        self.context = outside;
                        return Ok(value);
                    }
                    other => {
                        self.context = outside;
                        return Err(Box::new(other));
                    }
                },
            }
        }
        unreachable!("there is fuel for fewer turns")
    }

    /// `assert!` and its kin. What they say is not looked at.
    pub(super) fn panic(&mut self, f: &Frame<'m>, panic: &'m PanicMacro) -> Eval<Value> {
        let mut operands = Vec::new();
        for operand in &panic.operands {
            operands.push(self.operand(f, operand)?);
        }
        let fails = match (panic.kind, operands.as_slice()) {
            (PanicKind::Panic | PanicKind::Unreachable, _) => true,
            (PanicKind::Assert | PanicKind::DebugAssert, [cond]) => !cond.bool(),
            (kind, _) => panic!("{CONFUSED}{kind:?}"),
        };
        if fails {
            panic!("assertion failed");
        }
        Ok(Value::Unit)
    }
}
