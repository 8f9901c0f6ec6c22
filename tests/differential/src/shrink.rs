//! Makes a program small while what is remarkable of it stays.
//!
//! Every edit makes the tree smaller and knows nothing of types or of meaning: what does not compile any
//! more is not remarkable any more, and so the edit is taken back.

use crate::generate::model::{Block, Expr, Function, Program, Stmt};

/// How many edits are tried.
const EDITS: usize = 6000;

/// The smallest program that edits lead to for which `is_remarkable` still holds.
pub fn shrink(mut program: Program, mut is_remarkable: impl FnMut(&Program) -> bool) -> Program {
    let mut left = EDITS;
    loop {
        let mut progress = false;
        let mut number = 0;
        // What comes after an edit that was kept is now at its number.
        while let Some(edited) = edit(&program, number) {
            if left == 0 {
                return program;
            }
            left -= 1;
            if is_remarkable(&edited) {
                program = edited;
                progress = true;
            } else {
                number += 1;
            }
        }
        if !progress {
            return program;
        }
    }
}

/// The program after the edit of this number; `None` if it has fewer.
fn edit(program: &Program, number: usize) -> Option<Program> {
    let mut program = program.clone();
    let mut editor = Editor {
        left: number,
        done: false,
    };
    editor.program(&mut program);
    editor.done.then_some(program)
}

/// Goes through the tree and makes one edit.
struct Editor {
    /// How many edits to pass over yet.
    left: usize,
    done: bool,
}

impl Editor {
    /// Whether this is the edit to be made.
    fn here(&mut self) -> bool {
        if self.done {
            return false;
        }
        if self.left == 0 {
            self.done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn program(&mut self, program: &mut Program) {
        for at in (0..program.functions.len()).rev() {
            if !program.functions[at].kernel && self.here() {
                program.functions.remove(at);
                return;
            }
        }
        for function in program.functions.iter_mut().rev() {
            self.function(function);
            if self.done {
                return;
            }
        }
    }

    fn function(&mut self, function: &mut Function) {
        self.block(&mut function.body);
        if !function.kernel {
            // Its callers would have to change too.
            return;
        }
        for at in (0..function.params.len()).rev() {
            if self.here() {
                function.params.remove(at);
                return;
            }
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.stmts(&mut block.stmts);
        if let Some(value) = &mut block.value {
            self.expr(value);
        }
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        // Much at once, first.
        for part in [2, 4] {
            let size = stmts.len() / part;
            if size < 2 {
                break;
            }
            for at in (0..part).rev() {
                if self.here() {
                    stmts.drain(at * size..(at + 1) * size);
                    return;
                }
            }
        }
        for at in (0..stmts.len()).rev() {
            if self.here() {
                stmts.remove(at);
                return;
            }
            let mut insides = Vec::new();
            inside(&stmts[at], &mut insides);
            for inner in insides {
                if self.here() {
                    stmts.splice(at..=at, inner.clone());
                    return;
                }
            }
        }
        for stmt in stmts {
            self.stmt(stmt);
            if self.done {
                return;
            }
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Let { init: value, .. } | Stmt::Expr(value) => self.expr(value),
            Stmt::Assign(place, value) | Stmt::AssignOp(_, place, value) => {
                self.expr(value);
                self.inside_expr(place);
            }
            Stmt::If(cond, then, otherwise) => {
                if otherwise.is_some() && self.here() {
                    *otherwise = None;
                    return;
                }
                self.expr(cond);
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
            }
            Stmt::Match(of, arms) => {
                // The last one is for what no other takes.
                for at in 0..arms.len().saturating_sub(1) {
                    if self.here() {
                        arms.remove(at);
                        return;
                    }
                }
                self.expr(of);
                arms.iter_mut().for_each(|(_, body)| self.block(body));
            }
            Stmt::While(_, cond, body) => {
                self.expr(cond);
                self.block(body);
            }
            Stmt::For(_, _, iter, body) => {
                self.inside_expr(iter);
                self.block(body);
            }
            Stmt::Loop(_, body) | Stmt::Block(body) => self.block(body),
            Stmt::Break(_, value) | Stmt::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            Stmt::Declare(..) | Stmt::Continue(_) => {}
        }
    }

    /// Something smaller in the place of an expression: a part of it, or a literal.
    fn expr(&mut self, expr: &mut Expr) {
        if self.done || matches!(expr, Expr::Word(word) if word.chars().all(|c| c.is_ascii_digit()))
        {
            return;
        }
        if !matches!(expr, Expr::Word(_)) {
            for part in parts(expr) {
                if self.here() {
                    let part = part.clone();
                    *expr = part;
                    return;
                }
            }
            // Without a suffix, a number fits every integer.
            for literal in ["0", "1", "true", "false"] {
                if self.here() {
                    *expr = Expr::word(literal);
                    return;
                }
            }
        }
        self.inside_expr(expr);
    }

    fn inside_expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Word(_) => {}
            Expr::Unary(_, of)
            | Expr::Cast(of, _)
            | Expr::Field(of, _)
            | Expr::Closure(of)
            | Expr::Unsafe(of) => self.expr(of),
            Expr::Binary(_, a, b) | Expr::Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Tuple(parts) | Expr::Array(parts) | Expr::Call(_, parts) => {
                parts.iter_mut().for_each(|part| self.expr(part));
            }
            Expr::Struct(_, fields) => fields.iter_mut().for_each(|(_, value)| self.expr(value)),
            Expr::Method(of, _, args) => {
                self.expr(of);
                args.iter_mut().for_each(|arg| self.expr(arg));
            }
            Expr::If(cond, then, otherwise) => {
                self.expr(cond);
                self.block(then);
                self.block(otherwise);
            }
            Expr::Match(of, arms) => {
                self.expr(of);
                arms.iter_mut().for_each(|(_, value)| self.expr(value));
            }
            Expr::Block(block) | Expr::Loop(_, block) => self.block(block),
        }
    }
}

/// What may stand in the place of a statement: the statements inside it.
fn inside<'s>(stmt: &'s Stmt, found: &mut Vec<&'s Vec<Stmt>>) {
    match stmt {
        Stmt::If(_, then, otherwise) => {
            found.push(&then.stmts);
            found.extend(otherwise.iter().map(|otherwise| &otherwise.stmts));
        }
        Stmt::Match(_, arms) => found.extend(arms.iter().map(|(_, body)| &body.stmts)),
        Stmt::While(_, _, body)
        | Stmt::Loop(_, body)
        | Stmt::For(_, _, _, body)
        | Stmt::Block(body) => found.push(&body.stmts),
        _ => {}
    }
}

/// What may stand in the place of an expression: its own parts.
fn parts(expr: &Expr) -> Vec<&Expr> {
    fn value(block: &Block) -> impl Iterator<Item = &Expr> {
        block.value.iter().map(|value| &**value)
    }
    match expr {
        Expr::Word(_) => vec![],
        Expr::Unary(_, of)
        | Expr::Cast(of, _)
        | Expr::Field(of, _)
        | Expr::Closure(of)
        | Expr::Unsafe(of) => vec![of],
        Expr::Binary(_, a, b) | Expr::Index(a, b) => vec![a, b],
        Expr::Tuple(parts) | Expr::Array(parts) | Expr::Call(_, parts) => parts.iter().collect(),
        Expr::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
        Expr::Method(of, _, args) => [&**of].into_iter().chain(args).collect(),
        Expr::If(cond, then, otherwise) => [&**cond]
            .into_iter()
            .chain(value(then))
            .chain(value(otherwise))
            .collect(),
        Expr::Match(of, arms) => [&**of]
            .into_iter()
            .chain(arms.iter().map(|(_, value)| value))
            .collect(),
        Expr::Block(block) | Expr::Loop(_, block) => value(block).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{print, program};

    /// A program shrinks to what must stay, and nothing else.
    #[test]
    fn what_must_stay_stays_alone() {
        let seed = (0..)
            .find(|seed| print::program(&program(*seed)).matches(".sync()").count() > 3)
            .expect("many programs have barriers");
        let small = shrink(program(seed), |program| {
            print::program(program).contains(".sync()")
        });
        let text = print::program(&small);
        let statements = text.lines().filter(|line| line.ends_with(';')).count();
        assert_eq!((small.functions.len(), statements), (1, 1), "{text}");
    }
}
