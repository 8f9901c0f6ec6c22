//! `return`, `break`, `continue` (R5–R7).

use super::{Kind, Walker};
use crate::converge::values::Value;
use crate::converge::why::Leave;
use crate::syntax::ast::Expr;

impl Walker<'_> {
    pub(super) fn jump(&mut self, expr: &Expr, to: Kind, value: Value, leave: Leave) -> Value {
        if self.state.is_none() {
            return self.unreached();
        }
        let value = self.no_group(value, expr);
        let target = self
            .find(to)
            .expect("the parser knows where every jump leads");
        self.leave(target, value, Some((leave, expr.span)));
        self.unreached()
    }
}
