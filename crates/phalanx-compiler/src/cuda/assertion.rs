//! `assert!`, `panic!` and their kin.

use super::code::Code;
use super::lower::Lower;
use super::panics;
use crate::artefact::ValueType;
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, PANIC_VALUES, PanicKind, PanicMacro};

impl<'p> Lower<'_, 'p> {
    pub(super) fn panic(&mut self, panic: &'p PanicMacro, expr: &Expr) {
        let debug = matches!(
            panic.kind,
            PanicKind::DebugAssert | PanicKind::DebugAssertEq | PanicKind::DebugAssertNe
        );
        if debug && !self.unit.options.debug_assertions {
            return;
        }
        let mut operands = self.operands(&panic.operands);
        let failed = match panic.kind {
            PanicKind::Panic | PanicKind::Unreachable => None,
            PanicKind::Assert | PanicKind::DebugAssert => Some(operands[0].negated()),
            PanicKind::AssertEq
            | PanicKind::AssertNe
            | PanicKind::DebugAssertEq
            | PanicKind::DebugAssertNe => {
                // They are compared and, if that fails, shown.
                for (code, (operand, name)) in operands
                    .iter_mut()
                    .zip(panic.operands.iter().zip(["left", "right"]))
                {
                    if !self.effects(operand).is_constant() {
                        *code = self.bind(name, code, &self.type_of(operand.id));
                    }
                }
                Some(match panic.kind {
                    PanicKind::AssertEq | PanicKind::DebugAssertEq => {
                        Code::binary("==", &operands[0], &operands[1]).negated()
                    }
                    _ => Code::binary("==", &operands[0], &operands[1]),
                })
            }
        };
        match failed {
            Some(failed) => {
                self.writer
                    .open(self.line, &format!("if ({})", failed.text));
                self.scopes.open();
                self.report(panic, &operands, expr);
                self.scopes.close();
                self.writer.close("");
            }
            None => self.report(panic, &operands, expr),
        }
    }

    /// The call that ends the launch. The values of the message are evaluated only here.
    fn report(&mut self, panic: &'p PanicMacro, operands: &[Code], expr: &Expr) {
        let message = panic.message.iter().flat_map(|message| &message.args);
        let args = self.operands(message.clone());
        let exprs: Vec<&Expr> = panic.operands.iter().chain(message).collect();
        let types: Vec<Option<ValueType>> = exprs
            .iter()
            .map(|expr| panics::value_type(&self.type_of(expr.id)))
            .collect();
        let (pieces, values) = panics::of_macro(panic, &types);
        let shown: Vec<Code> = values
            .iter()
            .map(|value| match value.checked_sub(operands.len()) {
                Some(arg) => args[arg].clone(),
                None => operands[*value].clone(),
            })
            .collect();
        for value in &values {
            if types[*value].is_none() {
                let message = format!(
                    "a panic shows numbers and `bool`s, not `{}`",
                    self.type_of(exprs[*value].id)
                );
                self.unit
                    .errors
                    .push(Diagnostic::new(exprs[*value].span, message).help("show its parts"));
                return;
            }
        }
        if shown.len() > PANIC_VALUES {
            self.unit.errors.push(
                Diagnostic::new(expr.span, format!("the message of a panic shows at most {PANIC_VALUES} values, each time it shows one")),
            );
            return;
        }
        let mut call = vec![self.site(expr.span, &[pieces])];
        call.extend(shown);
        self.statement(format!("{};", Code::call("panic", &call).text));
        self.writer.diverge();
    }
}
