//! Blocks, statements, patterns and `match`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::Printer;
use super::code::{Binds, Code, braced};
use super::place::Place;
use crate::syntax::ast::{Arm, Block, Expr, ExprKind, Let, LocalId, Pat, PatKind, Stmt};

impl Printer<'_> {
    /// `{ … }`
    pub(super) fn block(&self, block: &Block) -> TokenStream {
        braced(self.block_inside(block), block.span)
    }

    pub(super) fn block_inside(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
        let value = block.value.as_ref().map(|value| self.value(value).tokens);
        quote!(#(#stmts)* #value)
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Let(one) => self.let_(one),
            Stmt::Expr(expr) => {
                let (code, span) = (self.value(expr).tokens, expr.span);
                quote_spanned!(span=> #code;)
            }
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

    fn let_(&self, one: &Let) -> TokenStream {
        let span = one.span;
        let pat = self.pat(&one.pat);
        let ty = one.ty.as_ref().map(|ty| {
            let ty = self.ty(ty, self.tables.ty(one.pat.id));
            quote_spanned!(span=> : #ty)
        });
        let Some(init) = &one.init else {
            return quote_spanned!(span=> let #pat #ty;);
        };
        let kept = self.kept_referent(init);
        let init = match &kept {
            Some((_, handle)) => handle.clone(),
            None => self.value(init).tokens,
        };
        let kept = kept.map(|(kept, _)| kept);
        quote_spanned!(span=> #kept let #pat #ty = #init;)
    }

    /// `let r = &f();` keeps what `f` gives as long as `r`. A handle does not, so the value gets a
    /// variable of its own: the `let` of the variable, and the handle.
    fn kept_referent(&self, init: &Expr) -> Option<(TokenStream, TokenStream)> {
        let ExprKind::Ref { mutable, expr } = &init.kind else {
            return None;
        };
        if self.is_local_place(expr) || self.is_group(expr) || self.memory(expr).is_some() {
            return None;
        }
        let span = init.span;
        let Place::Native(value) = self.place(expr) else {
            return None;
        };
        let mut name = format_ident!("referent");
        name.set_span(Span::mixed_site().located_at(span));
        let mutability = mutable.then(|| quote_spanned!(span=> mut));
        let value = value.tokens;
        let kept = quote_spanned!(span=> let #mutability #name = #value;);
        let name = Code::postfix(quote!(#name), span);
        let handle = self.borrow_variable(init, *mutable, name);
        Some((kept, handle.tokens))
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
                let fields = fields.iter().map(|(member, pat)| {
                    let pat = self.pat(pat);
                    quote!(#member: #pat)
                });
                let rest = rest.then(|| quote_spanned!(span=> ..));
                quote_spanned!(span=> #path { #(#fields,)* #rest })
            }
            PatKind::Literal(value) => self.value(value).tokens,
            PatKind::Range { lo, hi, inclusive } => {
                let lo = lo.as_ref().map(|lo| self.value(lo).tokens);
                let hi = hi.as_ref().map(|hi| self.value(hi).tokens);
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
        match self.body.local(local).mutable {
            true => quote_spanned!(span=> mut #name),
            false => quote!(#name),
        }
    }

    fn binding_name(&self, local: LocalId) -> &Ident {
        &self.body.local(local).name
    }

    pub(super) fn match_(&self, scrutinee: &Expr, arms: &[Arm], span: Span) -> Code {
        let scrutinee = self.operand(scrutinee).head();
        let arms = arms.iter().map(|arm| {
            let pat = self.pat(&arm.pat);
            let guard = arm.guard.as_ref().map(|guard| {
                let (code, span) = (self.operand(guard).tokens, guard.span);
                quote_spanned!(span=> if #code)
            });
            let (body, span) = (self.value(&arm.body).tokens, arm.body.span);
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
