//! Loops and jumps.

use super::code::Code;
use super::lower::{Lower, Target, Variable};
use super::panics;
use crate::syntax::ast::{Block, Expr, ExprKind, Literal, LoopId, Pat, PatKind};
use crate::types::ty::Ty;
use crate::types::typed::{Callee, IterMethod};

/// What `break` and `continue` in C++ may mean.
pub(super) enum Frame {
    Loop(LoopFrame),
    /// A `break` in here would leave the `switch`.
    Switch,
}

pub(super) struct LoopFrame {
    id: LoopId,
    /// The user's label, or a word for the loop.
    name: String,
    /// Where the values of its `break`s go.
    target: Target,
    broken: bool,
    /// Labels, if a `goto` needs them: behind the loop, and at the end of its body.
    after: Option<String>,
    next: Option<String>,
}

impl<'p> Lower<'_, 'p> {
    pub(super) fn loop_(&mut self, expr: &'p Expr, body: &'p Block, target: &Target) {
        let frame = self.run(expr, "while (true)", target.clone(), |lower| {
            lower.block_into(body, &Target::Nowhere)
        });
        if !frame.broken {
            self.writer.diverge();
        }
        self.label(frame.after);
    }

    pub(super) fn while_(&mut self, expr: &'p Expr, cond: &'p Expr, body: &'p Block) {
        self.at(expr);
        let frame = if self.is_inline(cond) {
            let cond = self.value(cond);
            self.run(
                expr,
                &format!("while ({})", cond.text),
                Target::Nowhere,
                |lower| {
                    lower.block_into(body, &Target::Nowhere);
                },
            )
        } else {
            self.run(expr, "while (true)", Target::Nowhere, |lower| {
                let cond = lower.value(cond);
                lower
                    .writer
                    .open(lower.line, &format!("if ({})", cond.negated().text));
                lower.statement("break;");
                lower.writer.close("");
                lower.block_into(body, &Target::Nowhere);
            })
        };
        self.label(frame.after);
    }

    pub(super) fn for_(&mut self, expr: &'p Expr, pat: &'p Pat, iter: &'p Expr, body: &'p Block) {
        self.at(expr);
        let Ty::Iter(item) = self.type_of(iter.id) else {
            unreachable!("a `for` goes through an iterator");
        };
        let item = self.cpp(&item);
        let (head, copy) = match self.counted(iter) {
            Some((start, comparison, end)) => {
                self.scopes.open();
                let (name, copy) = self.loop_variable(pat, "pass");
                let goes_on = Code::binary(comparison, &Code::postfix(name.clone()), &end);
                let head = format!(
                    "for ({item} {name} = {}; {}; ++{name})",
                    start.beside_operand(),
                    goes_on.text
                );
                (head, copy.map(|copy| format!("{item} {copy} = {name};")))
            }
            None => {
                let range = self.iter(iter);
                self.scopes.open();
                let (name, copy) = self.loop_variable(pat, "index");
                let unused = match pat.kind {
                    PatKind::Bind(local, _) if self.is_used(local) => "",
                    _ => "[[maybe_unused]] ",
                };
                let head = format!("for ({unused}const {item} {name} : {})", range.text);
                (head, copy.map(|copy| format!("{item} {copy} = {name};")))
            }
        };
        let frame = self.run(expr, &head, Target::Nowhere, |lower| {
            if let Some(copy) = copy {
                lower.statement(copy);
            }
            lower.block_into(body, &Target::Nowhere);
        });
        self.scopes.close();
        self.label(frame.after);
    }

    /// The variable that counts, and the one that the body may change, if it does.
    fn loop_variable(&mut self, pat: &Pat, otherwise: &str) -> (String, Option<String>) {
        match &pat.kind {
            PatKind::Bind(local, _) if self.body().local(*local).mutable => {
                let rust = self.body().local(*local).name.to_string();
                let counter = self.scopes.declare(&format!("{rust}_{otherwise}"));
                let copy = self.declare_local(*local);
                (counter, Some(copy))
            }
            PatKind::Bind(local, _) => (self.declare_local(*local), None),
            _ => (self.scopes.declare(otherwise), None),
        }
    }

    /// `start..end`, if a plain C++ loop can count through it: start, comparison and end.
    fn counted(&mut self, iter: &'p Expr) -> Option<(Code, &'static str, Code)> {
        let ExprKind::Range {
            lo: Some(lo),
            hi: Some(hi),
            inclusive,
        } = &iter.kind
        else {
            return None;
        };
        let last_is_less_than_any = match (&hi.kind, self.type_of(hi.id)) {
            (ExprKind::Literal(Literal::Int { value, .. }), Ty::Int(int)) => {
                i128::try_from(*value).is_ok_and(|value| value < int.range().1)
            }
            _ => false,
        };
        if *inclusive && !last_is_less_than_any {
            // The index would overflow behind the largest one.
            return None;
        }
        let mut ends = self.operands([&**lo, &**hi]).into_iter();
        let (start, end) = (ends.next()?, ends.next()?);
        // It is compared in every round, and stays as it was in the first.
        let end = match self.effects(hi).is_constant() {
            true => end,
            false => self.bind("end", &end, &self.type_of(hi.id)),
        };
        Some((start, if *inclusive { "<=" } else { "<" }, end))
    }

    /// What a C++ loop goes through.
    fn iter(&mut self, iter: &'p Expr) -> Code {
        match &iter.kind {
            ExprKind::Range { lo, hi, inclusive } => {
                let ends = self.operands([lo, hi].into_iter().flatten().map(|end| &**end));
                let ends: Vec<Code> = ends.iter().map(Code::bare).collect();
                let Ty::Iter(item) = self.type_of(iter.id) else {
                    unreachable!("a range");
                };
                let function = if *inclusive {
                    "range_inclusive"
                } else {
                    "range"
                };
                Code::call(&format!("{function}<{}>", self.cpp(&item)), &ends)
            }
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } => match self.tables.callees.get(&iter.id) {
                Some(Callee::Iter(IterMethod::Rev)) => self.iter(receiver).method("rev", &[]),
                Some(Callee::Iter(IterMethod::StepBy)) => {
                    let mut range = self.iter(receiver);
                    let later = args
                        .iter()
                        .any(|arg| self.effects(receiver).conflicts(&self.effects(arg)));
                    if later || args.iter().any(|arg| !self.is_inline(arg)) {
                        let name = self.scopes.declare("range");
                        self.statement(format!("const auto {name} = {};", range.text));
                        range = Code::postfix(name);
                    }
                    let args = self.operands(args);
                    let mut args: Vec<Code> = args.iter().map(Code::bare).collect();
                    args.push(self.site(name.span(), &panics::of_step_by()));
                    range.method("step_by", &args)
                }
                _ => self.value(iter),
            },
            _ => self.value(iter),
        }
    }

    /// Writes a loop around what `body` writes.
    fn run(
        &mut self,
        expr: &Expr,
        head: &str,
        target: Target,
        body: impl FnOnce(&mut Self),
    ) -> LoopFrame {
        let label = match &expr.kind {
            ExprKind::While { label, .. }
            | ExprKind::Loop { label, .. }
            | ExprKind::For { label, .. } => label,
            _ => &None,
        };
        let name = label
            .as_ref()
            .map_or("loop".to_owned(), |label| label.name.to_string());
        self.frames.push(Frame::Loop(LoopFrame {
            id: expr.id,
            name,
            target,
            broken: false,
            after: None,
            next: None,
        }));
        self.writer.open(self.line, head);
        self.scopes.open();
        let mark = self.writer.mark();
        body(self);
        self.scopes.close();
        let Some(Frame::Loop(frame)) = self.frames.pop() else {
            unreachable!("the loop's own frame");
        };
        if let Some(next) = &frame.next {
            // A block of its own, so that the jump passes no declaration.
            self.writer.wrap(mark);
            self.writer.revive(false);
            self.writer.line(None, format!("{next}:;"));
        }
        self.writer.close("");
        frame
    }

    fn label(&mut self, label: Option<String>) {
        if let Some(label) = label {
            self.writer.revive(false);
            self.writer.line(None, format!("{label}:;"));
        }
    }

    fn frame(&mut self, id: LoopId) -> (usize, &mut LoopFrame) {
        let found = self
            .frames
            .iter_mut()
            .enumerate()
            .find_map(|(index, frame)| match frame {
                Frame::Loop(frame) if frame.id == id => Some((index, frame)),
                _ => None,
            });
        found.expect("a jump is inside its loop")
    }

    pub(super) fn break_(&mut self, target: LoopId, value: Option<&'p Expr>) {
        let (index, frame) = self.frame(target);
        frame.broken |= true;
        let into = frame.target.clone();
        if let Some(value) = value {
            match into {
                // The value of a loop that stands alone is `()`.
                Target::Nowhere => self.evaluate(value, &Target::Nowhere),
                into => self.evaluate(value, &into),
            }
        }
        let innermost = index + 1 == self.frames.len();
        self.jump(target, innermost, "break;", |frame| {
            (&mut frame.after, "after")
        });
    }

    pub(super) fn continue_(&mut self, target: LoopId) {
        let (index, _) = self.frame(target);
        let innermost = self.frames[index + 1..]
            .iter()
            .all(|frame| matches!(frame, Frame::Switch));
        self.jump(target, innermost, "continue;", |frame| {
            (&mut frame.next, "next")
        });
    }

    /// C++'s own jump out of the innermost loop, a `goto` out of others.
    fn jump(
        &mut self,
        target: LoopId,
        innermost: bool,
        own: &str,
        label: impl Fn(&mut LoopFrame) -> (&mut Option<String>, &'static str),
    ) {
        if self.writer.is_dead() {
            return;
        }
        if innermost {
            self.statement(own);
        } else {
            let (_, frame) = self.frame(target);
            let base = frame.name.clone();
            let (known, word) = label(frame);
            let name = match known.clone() {
                Some(name) => name,
                None => self.scopes.label(&format!("{word}_{base}")),
            };
            let (_, frame) = self.frame(target);
            *label(frame).0 = Some(name.clone());
            self.statement(format!("goto {name};"));
        }
        self.writer.diverge();
    }

    pub(super) fn return_(&mut self, value: Option<&'p Expr>) {
        if let Some(value) = value {
            self.evaluate(value, &Target::Return);
        }
        if !self.writer.is_dead() {
            self.statement("return;");
            self.writer.diverge();
        }
    }

    /// Another name for a value, as long as it is looked at.
    pub(super) fn alias(&mut self, local: crate::syntax::ast::LocalId, code: &Code) {
        self.locals.insert(local, Variable::Alias(code.clone()));
    }
}
