//! The number literals of a body, counted: how the build script tells the macro the types of those that
//! only the whole crate can tell ([`crate::artefact::Artefact::literals`]).

use super::ast::{Body, ExprId, ExprKind, Literal};
use super::visit;

/// The number literals of the body's code, in the order in which the parser met them.
pub fn of(body: &Body) -> Vec<ExprId> {
    let mut ids = Vec::new();
    visit::exprs(body, &mut |expr| {
        if let ExprKind::Literal(Literal::Int { .. } | Literal::Float { .. }) = expr.kind {
            ids.push(expr.id);
        }
    });
    ids.sort();
    ids
}
