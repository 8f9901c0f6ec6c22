//! Blocks, statements, patterns and `match`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code, braced};
use crate::converge::Part;
use crate::syntax::ast::{Arm, Block, Expr, ExprId, ExprKind, Let, LocalId, Pat, PatKind, Stmt};
use crate::syntax::visit;
use crate::types::ty::{Group, Ty};

impl Printer<'_> {
    /// `{ … }`
    pub(super) fn block(&self, block: &Block, part: Part) -> TokenStream {
        braced(self.block_inside(block, part), block.span)
    }

    pub(super) fn block_inside(&self, block: &Block, part: Part) -> TokenStream {
        let diverged = self.diverged_before_block(part, block);
        let stmts = block.stmts.iter().enumerate().map(|(index, stmt)| {
            let (stmt, diverged) = (self.stmt(stmt), self.diverged_after(part, block, index));
            quote!(#stmt #diverged)
        });
        let value = block.value.as_ref().map(|value| self.value(value).tokens);
        quote!(#diverged #(#stmts)* #value)
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Let(one) => self.let_(one),
            Stmt::Expr(expr) => self.expr_stmt(expr),
            Stmt::Const(one) => {
                let span = one.span;
                let (PatKind::Bind(name, _), Some(ty), Some(init)) =
                    (&one.pat.kind, &one.ty, &one.init)
                else {
                    unreachable!("a constant has a name, a type and a value")
                };
                let (name, known) = (self.binding_name(*name), self.tables.local(*name));
                let (ty, init) = (self.ty(ty, known), self.constant().value(init).tokens);
                quote_spanned!(span=> const #name: #ty = #init;)
            }
        }
    }

    fn expr_stmt(&self, expr: &Expr) -> TokenStream {
        let (code, span) = (self.value(expr), expr.span);
        // These have no value, so nothing needs to end them.
        let ends_itself = code.binds == Binds::Block
            && matches!(
                expr.kind,
                ExprKind::Assign(..)
                    | ExprKind::AssignOp(..)
                    | ExprKind::For { .. }
                    | ExprKind::While { .. }
            );
        let code = code.tokens;
        match ends_itself {
            true => code,
            false => quote_spanned!(span=> #code;),
        }
    }

    fn let_(&self, one: &Let) -> TokenStream {
        let span = one.span;
        let pat = self.pat(&one.pat);
        let renames = one.init.as_ref().is_some_and(|init| self.names_group(init));
        let ty = one.ty.as_ref().filter(|_| !renames).map(|ty| {
            let ty = self.ty(ty, self.tables.ty(one.pat.id));
            quote_spanned!(span=> : #ty)
        });
        let Some(init) = &one.init else {
            return quote_spanned!(span=> let #pat #ty;);
        };
        let init = self.value(init).tokens;
        quote_spanned!(span=> let #pat #ty = #init;)
    }

    /// Whether an expression is a group by its name. Where the group is not whole, that has another type
    /// than the user writes.
    fn names_group(&self, expr: &Expr) -> bool {
        let makes = matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Method { .. });
        self.tables.ty(expr.id).as_group().is_some() && !makes
    }

    pub(super) fn pat(&self, pat: &Pat) -> TokenStream {
        let span = pat.span;
        match &pat.kind {
            PatKind::Wild => quote_spanned!(span=> _),
            PatKind::Bind(local, None) => self.binding(*local),
            PatKind::Bind(local, Some(sub)) => {
                let (name, sub) = (self.binding(*local), self.sub_pat(sub));
                quote_spanned!(span=> #name @ #sub)
            }
            PatKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.pat(part));
                if parts.len() == 1 {
                    quote_spanned!(span=> (#(#parts,)*))
                } else {
                    quote_spanned!(span=> (#(#parts),*))
                }
            }
            PatKind::Struct { path, fields, rest } => {
                let path = self.value_path(path);
                let fields = fields
                    .iter()
                    .map(|(member, pat)| self.field_pat(member, pat));
                let rest = rest.then(|| quote_spanned!(span=> ..));
                quote_spanned!(span=> #path { #(#fields,)* #rest })
            }
            PatKind::Literal(value) => self.in_pattern().value(value).tokens,
            PatKind::Range { lo, hi, inclusive } => {
                let ends = self.in_pattern();
                let lo = lo.as_ref().map(|lo| ends.end_of_range(lo));
                let hi = hi.as_ref().map(|hi| ends.end_of_range(hi));
                let dots = match inclusive {
                    true => quote_spanned!(span=> ..=),
                    false => quote_spanned!(span=> ..),
                };
                quote!(#lo #dots #hi)
            }
            PatKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.pat(part));
                quote_spanned!(span=> #(#parts)|*)
            }
            PatKind::Path(path) => self.value_path(path),
        }
    }

    /// A literal or the name of a constant.
    fn end_of_range(&self, end: &Expr) -> TokenStream {
        match &end.kind {
            ExprKind::Path(path) => self.value_path(path),
            _ => self.value(end).tokens,
        }
    }

    /// `x` stays `x`, since rustc finds `x: x` odd.
    fn field_pat(&self, member: &syn::Member, pat: &Pat) -> TokenStream {
        let tokens = self.pat(pat);
        match (&pat.kind, member) {
            (PatKind::Bind(local, None), syn::Member::Named(name))
                if self.binding_name(*local) == name =>
            {
                tokens
            }
            _ => quote!(#member: #tokens),
        }
    }

    /// A pattern after `name @`, where alternatives need parentheses.
    fn sub_pat(&self, pat: &Pat) -> TokenStream {
        let (tokens, span) = (self.pat(pat), pat.span);
        match pat.kind {
            PatKind::Or(_) | PatKind::Range { .. } => quote_spanned!(span=> (#tokens)),
            _ => tokens,
        }
    }

    /// `mut name`, as declared.
    pub(super) fn binding(&self, local: LocalId) -> TokenStream {
        let name = self.binding_name(local);
        let span = name.span();
        match self.body.local(local).mutable || self.arrives(local) {
            true => quote_spanned!(span=> mut #name),
            false => quote!(#name),
        }
    }

    /// Whether the local is a group of which `arrive` is called, which borrows it exclusively.
    fn arrives(&self, local: LocalId) -> bool {
        let splits = |group: &Group| matches!(group, Group::Block(_) | Group::CooperativeGrid);
        if !matches!(self.tables.local(local), Ty::Group(group) if splits(group)) {
            return false;
        }
        let mut arrives = false;
        visit::exprs(self.body, &mut |expr| {
            if let ExprKind::Method { receiver, name, .. } = &expr.kind
                && matches!(receiver.kind, ExprKind::Local(receiver) if receiver == local)
            {
                arrives |= name == "arrive";
            }
        });
        arrives
    }

    fn binding_name(&self, local: LocalId) -> &Ident {
        &self.body.local(local).name
    }

    pub(super) fn match_(&self, id: ExprId, scrutinee: &Expr, arms: &[Arm], span: Span) -> Code {
        let scrutinee = self.operand(scrutinee).head();
        let arms = arms.iter().enumerate().map(|(index, arm)| {
            let pat = self.pat(&arm.pat);
            let guard = arm.guard.as_ref().map(|guard| {
                let (code, span) = (self.operand(guard), guard.span);
                let code = self.in_part(Part::Guard(id, index), guard, code).tokens;
                quote_spanned!(span=> if #code)
            });
            let (body, span) = (self.value(&arm.body), arm.body.span);
            let body = self.in_part(Part::Arm(id, index), &arm.body, body).tokens;
            quote_spanned!(span=> #pat #guard => #body,)
        });
        let arms = braced(quote!(#(#arms)*), span);
        Code::new(
            quote_spanned!(span=> match #scrutinee #arms),
            Binds::Block,
            span,
        )
    }
}
