//! `if`.

use super::code::Code;
use super::lower::{Lower, Target};
use crate::syntax::ast::{Expr, ExprKind};

/// How long a conditional may be to stand in a line of its own.
const SHORT: usize = 90;

impl<'p> Lower<'_, 'p> {
    /// `cond ? a : b`, where no part takes statements.
    pub(super) fn conditional(&mut self, expr: &'p Expr) -> Option<Code> {
        let ExprKind::If {
            cond,
            then,
            otherwise: Some(otherwise),
        } = &expr.kind
        else {
            return None;
        };
        if !self.is_inline(expr) {
            return None;
        }
        let cond = self.value(cond);
        let then = self.value(then.value.as_deref()?);
        let otherwise = self.value(otherwise);
        Some(Code::conditional(&cond, &then, &otherwise))
    }

    /// The same, where it is short enough to read better than `if` and `else`.
    pub(super) fn short_conditional(&mut self, expr: &'p Expr) -> Option<Code> {
        let ExprKind::If {
            otherwise: Some(otherwise),
            ..
        } = &expr.kind
        else {
            return None;
        };
        let chain = match &otherwise.kind {
            ExprKind::If { .. } => true,
            ExprKind::Block(block) => matches!(
                block.value.as_deref(),
                Some(Expr {
                    kind: ExprKind::If { .. },
                    ..
                })
            ),
            _ => false,
        };
        match chain {
            true => None,
            false => self
                .conditional(expr)
                .filter(|code| code.text.len() <= SHORT),
        }
    }

    pub(super) fn if_(&mut self, expr: &'p Expr, target: &Target) {
        let ExprKind::If {
            cond,
            then,
            otherwise,
        } = &expr.kind
        else {
            unreachable!("an `if`");
        };
        self.at(expr);
        let cond = self.value(cond);
        self.writer.open(self.line, &format!("if ({})", cond.text));
        self.scopes.open();
        self.block_into(then, target);
        self.scopes.close();
        let mut otherwise = otherwise.as_deref();
        let mut all_leave = true;
        // `else if`, as long as no condition takes statements.
        while let Some(Expr {
            kind:
                ExprKind::If {
                    cond,
                    then,
                    otherwise: next,
                },
            ..
        }) = otherwise
            && self.is_inline(cond)
        {
            self.at(cond);
            let cond = self.value(cond);
            all_leave &= self
                .writer
                .reopen(self.line, &format!("else if ({})", cond.text));
            self.scopes.open();
            self.block_into(then, target);
            self.scopes.close();
            otherwise = next.as_deref();
        }
        match otherwise {
            Some(otherwise) => {
                self.at(otherwise);
                all_leave &= self.writer.reopen(None, "else");
                self.scopes.open();
                self.evaluate_within(otherwise, target);
                self.scopes.close();
            }
            // Without `else`, control comes past.
            None => all_leave = false,
        }
        all_leave &= self.writer.close("");
        if all_leave {
            self.writer.diverge();
        }
    }
}
