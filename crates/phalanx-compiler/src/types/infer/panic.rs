//! `assert!`, `panic!` and their kin.

use super::{Expect, Infer};
use crate::syntax::ast::{BinaryOp, Expr, PanicKind, PanicMacro};
use crate::types::require::Need;
use crate::types::ty::Ty;

impl<'a> Infer<'a> {
    pub(super) fn panic(&mut self, panic: &'a PanicMacro) -> Ty {
        let before = self.diverges;
        match panic.operands.as_slice() {
            [condition] => self.check(condition, &Ty::Bool),
            [left, right] => {
                let eq = match panic.kind {
                    PanicKind::AssertNe | PanicKind::DebugAssertNe => BinaryOp::Ne,
                    _ => BinaryOp::Eq,
                };
                self.binary(eq, left, right);
                self.printed(left);
                self.printed(right);
            }
            _ => {}
        }
        let after_operands = self.diverges;
        if let Some(message) = &panic.message {
            for arg in &message.args {
                self.value(arg, &Expect::Nothing);
                self.printed(arg);
            }
        }
        match panic.kind {
            PanicKind::Panic | PanicKind::Unreachable => Ty::Never,
            // A release build leaves the whole out.
            PanicKind::DebugAssert | PanicKind::DebugAssertEq | PanicKind::DebugAssertNe => {
                self.diverges = before;
                Ty::Unit
            }
            _ => {
                // The message is evaluated only if the assertion fails.
                self.diverges = after_operands;
                Ty::Unit
            }
        }
    }

    fn printed(&mut self, arg: &Expr) {
        let ty = self.tables.ty(arg.id).clone();
        self.require(arg.span, Need::Print { ty });
    }
}
