//! The second net for convergence: where a group is no longer whole, its name is given to a `Diverged`,
//! which has no collectives. So rustc refuses what the analysis should have refused.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code, braced};
use super::written::rt;
use crate::converge::{Part, Point};
use crate::syntax::ast::{Block, Expr, ExprKind, LocalId};
use crate::syntax::visit;
use crate::types::ty::Ty;

impl Printer<'_> {
    /// `let group = diverge(&group);` for the groups that are not whole from this point on. `used` tells
    /// whether a local occurs in what follows: where it does not, rustc would call the new name unused
    /// (and the old one may have been moved).
    fn diverged(&self, point: Point, used: impl Fn(LocalId) -> bool) -> TokenStream {
        let gone = self.facts.map_or(&[][..], |facts| facts.diverged(point));
        gone.iter()
            .filter(|local| used(**local))
            .map(|local| self.diverge(*local))
            .collect()
    }

    fn diverge(&self, local: LocalId) -> TokenStream {
        let name = &self.body.local(local).name;
        let span = name.span();
        let diverge = rt("diverge", span);
        // A reference stays one.
        match self.tables.local(local) {
            Ty::Ref(..) => quote_spanned!(span=> let #name = &#diverge(#name);),
            _ => quote_spanned!(span=> let #name = #diverge(&#name);),
        }
    }

    /// At the start of a part that is an expression.
    pub(super) fn diverged_before(&self, part: Part, expr: &Expr) -> TokenStream {
        self.diverged(Point::Start(part), |local| {
            uses(local, |look| visit::expr(expr, look))
        })
    }

    /// At the start of a part that is a block.
    pub(super) fn diverged_before_block(&self, part: Part, block: &Block) -> TokenStream {
        self.diverged(Point::Start(part), |local| {
            uses(local, |look| visit::block(block, look))
        })
    }

    /// After the statement of this index.
    pub(super) fn diverged_after(&self, part: Part, block: &Block, index: usize) -> TokenStream {
        self.diverged(Point::After(part, index), |local| {
            uses(local, |look| visit::rest_of_block(block, index + 1, look))
        })
    }

    /// A part of an expression, in a block with the groups that are not whole in it, if there are any.
    pub(super) fn in_part(&self, part: Part, expr: &Expr, code: Code) -> Code {
        let diverged = self.diverged_before(part, expr);
        if diverged.is_empty() {
            return code;
        }
        let span = code.span;
        Code::new(after(diverged, code, span), Binds::Block, span)
    }
}

/// `{ diverged code }`. In parentheses what could begin with a block, and so end there as a statement.
pub(super) fn after(diverged: TokenStream, code: Code, span: Span) -> TokenStream {
    let code = match diverged.is_empty() {
        true => code.tokens,
        false => code.at_least(Binds::Unary),
    };
    braced(quote!(#diverged #code), span)
}

/// Whether a local is among the expressions that `walk` visits.
fn uses<'a>(local: LocalId, walk: impl FnOnce(&mut dyn FnMut(&'a Expr))) -> bool {
    let mut found = false;
    walk(&mut |expr| found |= matches!(expr.kind, ExprKind::Local(used) if used == local));
    found
}
