//! The closure of a collective (R10).

use super::{Kind, Walker};
use crate::converge::domain::GroupSet;
use crate::converge::facts::Part;
use crate::converge::over::Over;
use crate::converge::values::Value;
use crate::converge::why::{Source, What, Why};
use crate::syntax::ast::{Expr, LocalId, TypeExpr};

impl Walker<'_> {
    /// One thread runs it, nobody knows which, or each thread as often as the collective likes: no group
    /// is whole in it, and what it changes afterwards varies.
    pub(super) fn closure(
        &mut self,
        closure: &Expr,
        params: &[(LocalId, Option<TypeExpr>)],
        body: &Expr,
    ) -> Value {
        let Some(before) = self.state.as_ref().map(|state| state.present.clone()) else {
            return self.unreached();
        };
        let apart = Over::because(GroupSet::EMPTY, Why::Closure { at: closure.span });
        self.open(Kind::Branch);
        let not_run = self.state.clone();
        if let Some(state) = &mut self.state {
            state.decide(&apart);
        }
        let mark = self.names.mark();
        for (local, _) in params {
            let at = self.f.function.local(*local).name.span();
            let why = Why::Source {
                at,
                what: What::Local(*local),
                source: Source::Param,
            };
            let value = self.ids.value(Over::because(GroupSet::EMPTY, why));
            self.names.declare(*local);
            self.put(*local, value, at);
        }
        let value = self.part(Part::Closure(closure.id), |walker| {
            let value = walker.expr(body);
            walker.no_group(value, body)
        });
        self.names.back_to(mark);
        let mut ends = Vec::new();
        ends.extend(not_run.map(|state| (state, value.clone())));
        ends.extend(self.state.take().map(|state| (state, value)));
        let mut value = self.meet(ends, &apart, closure.span);
        value.each_leaf(&mut |leaf| leaf.over.narrow(&apart));
        self.close(&before);
        value
    }
}
