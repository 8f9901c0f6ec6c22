//! `match`.

use std::collections::HashSet;

use super::code::Code;
use super::loops::Frame;
use super::lower::{Lower, Target};
use super::pat::Subject;
use crate::syntax::ast::{Arm, Expr, ExprKind, Pat, PatKind};
use crate::syntax::visit;
use crate::types::ty::Ty;

impl<'p> Lower<'_, 'p> {
    pub(super) fn match_(&mut self, scrutinee: &'p Expr, arms: &'p [Arm], target: &Target) {
        self.at(scrutinee);
        let subject = self.subject(scrutinee);
        if arms.is_empty() {
            // Of a type without values: control does not come here.
            self.writer.diverge();
            return;
        }
        if arms.len() >= 3
            && matches!(subject, Subject::Whole(..))
            && arms.iter().all(|arm| self.is_case(arm))
            && !breaks_out(arms)
        {
            self.switch(&subject, arms, target);
        } else if arms
            .iter()
            .all(|arm| arm.guard.as_ref().is_none_or(|guard| self.is_inline(guard)))
        {
            self.chain(&subject, arms, target);
        } else {
            self.one_by_one(&subject, arms, target);
        }
    }

    /// The value that is looked at: a name that does not change, or one for each part of a tuple.
    fn subject(&mut self, scrutinee: &'p Expr) -> Subject {
        if let ExprKind::Tuple(parts) = &scrutinee.kind
            && !parts.is_empty()
        {
            let codes = self.operands(parts);
            let parts = parts.iter().zip(codes);
            return Subject::Parts(parts.map(|(part, code)| self.named(part, code)).collect());
        }
        let code = self.value(scrutinee);
        self.named(scrutinee, code)
    }

    fn named(&mut self, expr: &Expr, code: Code) -> Subject {
        let simple = match &expr.kind {
            ExprKind::Local(local) => !self.body().local(*local).mutable,
            ExprKind::Literal(_) | ExprKind::Path(_) => true,
            _ => false,
        };
        let ty = self.type_of(expr.id);
        let code = match simple {
            true => code,
            false => self.bind(&self.hint(expr), &code, &ty),
        };
        Subject::Whole(code, ty)
    }

    /// `switch`: integers and enums by constants.
    fn switch(&mut self, subject: &Subject, arms: &'p [Arm], target: &Target) {
        let Subject::Whole(code, _) = subject else {
            unreachable!("a `switch` looks at one value");
        };
        self.writer
            .open(self.line, &format!("switch ({})", code.text));
        self.frames.push(Frame::Switch);
        let mut all_leave = true;
        for (index, arm) in arms.iter().enumerate() {
            // The arms cover every value, so whatever comes to the last one belongs there.
            let last = index + 1 == arms.len() || matches!(arm.pat.kind, PatKind::Wild);
            self.line = Some(arm.pat.span.start().line);
            let mut labels: Vec<String> = match last {
                true => vec!["default:".to_owned()],
                false => self
                    .cases(&arm.pat)
                    .iter()
                    .map(|case| format!("case {}:", case.beside_operand()))
                    .collect(),
            };
            let opening = labels.pop().unwrap_or_default();
            for label in labels {
                self.statement(label);
            }
            self.writer.open(self.line, &opening);
            self.scopes.open();
            self.arm_body(arm, target);
            if !self.writer.is_dead() {
                self.writer.line(None, "break;");
            }
            self.scopes.close();
            all_leave &= self.writer.close("");
            if last {
                break;
            }
        }
        self.frames.pop();
        self.writer.close("");
        if all_leave {
            self.writer.diverge();
        }
    }

    /// The constants of a pattern without names.
    fn cases(&mut self, pat: &'p Pat) -> Vec<Code> {
        match &pat.kind {
            PatKind::Or(parts) => parts.iter().flat_map(|part| self.cases(part)).collect(),
            _ => vec![self.pattern_value(pat)],
        }
    }

    /// `if`, `else if`, …, `else`.
    fn chain(&mut self, subject: &Subject, arms: &'p [Arm], target: &Target) {
        let mut all_leave = true;
        let mut open = false;
        for (index, arm) in arms.iter().enumerate() {
            let mut test = self.test(&arm.pat, subject);
            self.aliases(&arm.pat, subject);
            if let Some(guard) = &arm.guard {
                let guard = self.value(guard);
                test = Some(match test {
                    Some(test) => Code::binary("&&", &test, &guard),
                    None => guard,
                });
            }
            // The arms cover every value, so whatever comes to the last one belongs there.
            let last = test.is_none() || (index + 1 == arms.len() && arm.guard.is_none());
            self.line = Some(arm.pat.span.start().line);
            match (open, &test) {
                (false, Some(test)) if !last => {
                    self.writer.open(self.line, &format!("if ({})", test.text));
                    open = true;
                }
                // The only arm.
                (false, _) => {
                    self.bind_pattern(arm, subject);
                    self.arm_body(arm, target);
                    return;
                }
                (true, Some(test)) if !last => {
                    all_leave &= self
                        .writer
                        .reopen(self.line, &format!("else if ({})", test.text));
                }
                (true, _) if is_empty(&arm.body) => {
                    all_leave = false;
                    break;
                }
                (true, _) => all_leave &= self.writer.reopen(self.line, "else"),
            }
            self.scopes.open();
            self.bind_pattern(arm, subject);
            self.arm_body(arm, target);
            self.scopes.close();
            if last {
                break;
            }
        }
        all_leave &= self.writer.close("");
        if all_leave {
            self.writer.diverge();
        }
    }

    /// An `if` for every arm, with a jump behind the last from each: guards that take statements.
    fn one_by_one(&mut self, subject: &Subject, arms: &'p [Arm], target: &Target) {
        let after = self.scopes.label("after_match");
        let mut jumped = false;
        for arm in arms {
            let test = self.test(&arm.pat, subject);
            self.line = Some(arm.pat.span.start().line);
            let head = test
                .as_ref()
                .map_or(String::new(), |test| format!("if ({})", test.text));
            self.writer.open(self.line, &head);
            self.scopes.open();
            self.aliases(&arm.pat, subject);
            let guarded = match &arm.guard {
                Some(guard) => {
                    let guard = self.value(guard);
                    self.writer.open(self.line, &format!("if ({})", guard.text));
                    self.scopes.open();
                    true
                }
                None => false,
            };
            self.bind_pattern(arm, subject);
            self.arm_body(arm, target);
            if !self.writer.is_dead() {
                self.statement(format!("goto {after};"));
                self.writer.diverge();
                jumped = true;
            }
            if guarded {
                self.scopes.close();
                self.writer.close("");
            }
            self.scopes.close();
            self.writer.close("");
        }
        // An arm has matched.
        self.writer.diverge();
        if jumped {
            self.writer.revive(false);
            self.writer.line(None, format!("{after}:;"));
        }
    }

    fn arm_body(&mut self, arm: &'p Arm, target: &Target) {
        self.at(&arm.body);
        self.evaluate_within(&arm.body, target);
    }

    /// Whether a `case` can say it: constants that C++ knows, and nothing else.
    fn is_case(&mut self, arm: &'p Arm) -> bool {
        arm.guard.is_none() && (matches!(arm.pat.kind, PatKind::Wild) || self.is_constant(&arm.pat))
    }

    fn is_constant(&mut self, pat: &'p Pat) -> bool {
        match &pat.kind {
            PatKind::Literal(_) | PatKind::Path(_) => {
                matches!(self.type_of(pat.id), Ty::Int(_) | Ty::Adt(_))
                    && !self.pattern_value(pat).text.ends_with("()")
            }
            PatKind::Or(parts) => parts.iter().all(|part| self.is_constant(part)),
            _ => false,
        }
    }
}

/// `{}` and `()`.
fn is_empty(body: &Expr) -> bool {
    match &body.kind {
        ExprKind::Block(block) => block.stmts.is_empty() && block.value.is_none(),
        ExprKind::Tuple(parts) => parts.is_empty(),
        _ => false,
    }
}

/// Whether an arm breaks out of a loop around the `match`: within a `switch`, `break` would leave only that.
fn breaks_out(arms: &[Arm]) -> bool {
    let mut inside = HashSet::new();
    let mut out = false;
    for arm in arms {
        visit::expr(&arm.body, &mut |expr| match &expr.kind {
            ExprKind::While { .. } | ExprKind::Loop { .. } | ExprKind::For { .. } => {
                inside.insert(expr.id);
            }
            ExprKind::Break { target, .. } => out |= !inside.contains(target),
            _ => {}
        });
    }
    out
}
