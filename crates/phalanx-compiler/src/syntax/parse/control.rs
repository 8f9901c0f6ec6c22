//! Branches, loops, jumps and closures.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::scope::key;
use super::{Loop, Parser, Values};
use crate::syntax::ast::{Arm, ExprKind, Label, LocalId, LocalOrigin, LoopId, PatKind, TypeExpr};
use crate::syntax::text;

impl Parser {
    pub(super) fn if_(&mut self, expr: &syn::ExprIf) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        ExprKind::If {
            cond: self.boxed(&expr.cond),
            then: self.block(&expr.then_branch),
            otherwise: expr.else_branch.as_ref().map(|(_, expr)| self.boxed(expr)),
        }
    }

    pub(super) fn match_(&mut self, expr: &syn::ExprMatch) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        ExprKind::Match {
            scrutinee: self.boxed(&expr.expr),
            arms: expr.arms.iter().map(|arm| self.arm(arm)).collect(),
        }
    }

    fn arm(&mut self, arm: &syn::Arm) -> Arm {
        self.inner_attrs(&arm.attrs);
        let (pat, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => {
                self.inner_attrs(&guarded.attrs);
                (&*guarded.pat, Some(&*guarded.guard))
            }
            pat => (pat, None),
        };
        self.scope(|parser| Arm {
            pat: parser.pat(pat, LocalOrigin::Match),
            guard: guard.map(|guard| parser.expr(guard)),
            body: parser.expr(&arm.body),
        })
    }

    pub(super) fn while_(&mut self, expr: &syn::ExprWhile, id: LoopId) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        let cond = match &*expr.cond {
            syn::Expr::Let(cond) => {
                let kind = self.refused(cond.let_token.span, text::WHILE_LET);
                Box::new(self.make(cond.let_token.span, kind))
            }
            cond => self.boxed(cond),
        };
        let (label, body) = self.loop_body(id, &expr.label, Values::Refused, |parser| {
            parser.block(&expr.body)
        });
        ExprKind::While { label, cond, body }
    }

    pub(super) fn loop_(&mut self, expr: &syn::ExprLoop, id: LoopId) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        let (label, body) = self.loop_body(id, &expr.label, Values::Allowed, |parser| {
            parser.block(&expr.body)
        });
        ExprKind::Loop { label, body }
    }

    pub(super) fn for_(&mut self, expr: &syn::ExprForLoop, id: LoopId) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        let iter = self.boxed(&expr.expr);
        let (label, (pat, body)) = self.loop_body(id, &expr.label, Values::Refused, |parser| {
            parser.scope(|parser| {
                let pat = parser.pat(&expr.pat, LocalOrigin::For);
                if !matches!(pat.kind, PatKind::Wild | PatKind::Bind(_, None)) {
                    parser.refuse(pat.span, text::FOR_PATTERN);
                }
                (pat, parser.block(&expr.body))
            })
        });
        ExprKind::For {
            label,
            pat,
            iter,
            body,
        }
    }

    pub(super) fn loop_body<T>(
        &mut self,
        id: LoopId,
        label: &Option<syn::Label>,
        values: Values,
        parse: impl FnOnce(&mut Parser) -> T,
    ) -> (Option<Label>, T) {
        let label = label.as_ref().map(|label| to_label(&label.name));
        self.loops.push(Loop {
            id,
            label: label.as_ref().map(|label| key(&label.name)),
            values,
        });
        let parsed = parse(self);
        self.loops.pop();
        (label, parsed)
    }

    pub(super) fn break_(&mut self, expr: &syn::ExprBreak) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        let value = expr.expr.as_deref().map(|value| self.boxed(value));
        match self.target("break", expr.break_token.span, &expr.label) {
            Some((_, Values::Refused)) if value.is_some() => {
                self.refused(expr.break_token.span, text::BREAK_VALUE)
            }
            Some((target, _)) => ExprKind::Break {
                target,
                label: expr.label.as_ref().map(to_label),
                value,
            },
            None => ExprKind::Tuple(Vec::new()),
        }
    }

    pub(super) fn continue_(&mut self, expr: &syn::ExprContinue) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        match self.target("continue", expr.continue_token.span, &expr.label) {
            Some((target, _)) => ExprKind::Continue {
                target,
                label: expr.label.as_ref().map(to_label),
            },
            None => ExprKind::Tuple(Vec::new()),
        }
    }

    /// The loop that a `break` or `continue` belongs to; refuses one that belongs to none.
    fn target(
        &mut self,
        word: &str,
        keyword: Span,
        label: &Option<syn::Lifetime>,
    ) -> Option<(LoopId, Values)> {
        let mut around = self.loops.iter().rev();
        let found = match label {
            Some(label) => {
                let label = key(&label.ident);
                around.find(|one| one.label.as_ref() == Some(&label))
            }
            None => around.next(),
        };
        if let Some(found) = found {
            return Some((found.id, found.values));
        }
        match label {
            Some(label) => self.refuse(label.span(), text::no_such_label(&label.to_string())),
            None => self.refuse(keyword, text::outside_loop(word)),
        }
        None
    }

    pub(super) fn return_(&mut self, expr: &syn::ExprReturn) -> ExprKind {
        self.inner_attrs(&expr.attrs);
        if self.closure {
            self.refuse(expr.return_token.span, text::RETURN_IN_CLOSURE);
        } else if self.constant {
            self.refuse(expr.return_token.span, text::RETURN_IN_CONSTANT);
        }
        ExprKind::Return(expr.expr.as_deref().map(|value| self.boxed(value)))
    }

    /// A closure that is an argument.
    pub(super) fn closure(&mut self, closure: &syn::ExprClosure) -> ExprKind {
        self.inner_attrs(&closure.attrs);
        if let Some(lifetimes) = &closure.lifetimes {
            self.refuse(lifetimes.for_token.span, text::LIFETIME);
        }
        if let Some(token) = &closure.constness {
            self.refuse(token.span, text::CLOSURE_KEYWORD);
        }
        if let Some(token) = &closure.asyncness {
            self.refuse(token.span, text::ASYNC_BLOCK);
        }
        if let Some(token) = &closure.capture {
            self.refuse(token.span, text::CLOSURE_KEYWORD);
        }
        if let syn::ReturnType::Type(arrow, _) = &closure.output {
            self.refuse(arrow.span(), text::CLOSURE_RETURN_TYPE);
        }
        let loops = std::mem::take(&mut self.loops);
        let outer = std::mem::replace(&mut self.closure, true);
        let kind = self.scope(|parser| {
            let params = closure
                .inputs
                .iter()
                .filter_map(|input| parser.closure_param(input))
                .collect();
            ExprKind::Closure {
                params,
                body: parser.boxed(&closure.body),
            }
        });
        self.closure = outer;
        self.loops = loops;
        kind
    }

    fn closure_param(&mut self, input: &syn::Pat) -> Option<(LocalId, Option<TypeExpr>)> {
        let (pat, ty) = match input {
            syn::Pat::Type(input) => {
                self.inner_attrs(&input.attrs);
                (&*input.pat, Some(self.ty(&input.ty)))
            }
            input => (input, None),
        };
        match pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                self.inner_attrs(&pat.attrs);
                let mutable = pat.mutability.is_some();
                let local = self.new_local(pat.ident.clone(), mutable, LocalOrigin::Closure);
                self.bring_into_scope(local);
                Some((local, ty))
            }
            pat => {
                self.refuse(pat.span(), text::CLOSURE_PATTERN);
                None
            }
        }
    }
}

fn to_label(label: &syn::Lifetime) -> Label {
    Label {
        name: label.ident.clone(),
        span: label.span(),
    }
}
