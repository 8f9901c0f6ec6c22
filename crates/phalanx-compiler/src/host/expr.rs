//! Expressions as values.

use proc_macro2::{Ident, Literal as Token, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::call::plain;
use super::code::{Binds, Code, parenthesised};
use super::diverged::after;
use super::written::{lifetime, rt};
use crate::converge::Part;
use crate::syntax::ast::{
    BinaryOp, Expr, ExprId, ExprKind, Label, LazyOp, Literal, LocalId, TypeExpr, UnaryOp,
};
use crate::types::ty::{Float, Ty};
use crate::types::typed::PathRes;

impl Printer<'_> {
    /// The expression as a value, with Rust's silent conversions.
    pub(super) fn value(&self, expr: &Expr) -> Code {
        let adjustment = self.tables.adjustments.get(&expr.id);
        if let ExprKind::Ref {
            mutable,
            expr: place,
        } = &expr.kind
        {
            return self.borrow(expr, *mutable, place, adjustment);
        }
        let code = self.unadjusted(expr);
        match adjustment {
            Some(adjustment) => self.adjust(expr, code, adjustment),
            None => code,
        }
    }

    /// The value of an operand: a reference to a number stands for the number, as in Rust.
    pub(super) fn operand(&self, expr: &Expr) -> Code {
        match self.tables.ty(expr.id) {
            Ty::Ref(..) if self.tables.ty(expr.id).is_memory() => {
                super::place::method(self.value(expr), "read", TokenStream::new(), expr.span)
            }
            _ => self.value(expr),
        }
    }

    fn unadjusted(&self, expr: &Expr) -> Code {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(expr, literal),
            ExprKind::Local(local) => {
                let name = self.local_at(*local, span);
                Code::postfix(quote!(#name), span)
            }
            ExprKind::Path(path) => {
                let code = Code::postfix(self.value_path(path), span);
                match self.tables.paths.get(&expr.id) {
                    Some(PathRes::Opaque) => plain(code),
                    _ => code,
                }
            }
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(..) | ExprKind::Field(..) => {
                self.place(expr).read(span)
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => self.negate(operand, span),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let operand = self.operand(operand).at_least(Binds::Unary);
                Code::new(quote_spanned!(span=> !#operand), Binds::Unary, span)
            }
            ExprKind::Binary(op, left, right) => {
                let ty = self.tables.ty(left.id);
                let (left, right) = (self.operand(left), self.operand(right));
                self.binary(*op, ty, left, right, span)
            }
            ExprKind::Lazy(op, left, right) => {
                let (binds, symbol) = match op {
                    LazyOp::And => (Binds::And, quote_spanned!(span=> &&)),
                    LazyOp::Or => (Binds::Or, quote_spanned!(span=> ||)),
                };
                let left = self.operand(left).at_least(binds);
                let code = self.operand(right);
                let right = self.in_part(Part::Right(expr.id), right, code);
                let right = right.at_least(binds.tighter());
                Code::new(quote!(#left #symbol #right), binds, span)
            }
            ExprKind::Assign(place, value) => self.assign(place, value, span),
            ExprKind::AssignOp(op, place, value) => self.assign_op(*op, place, value, span),
            ExprKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.value(part).tokens);
                let tokens = if parts.len() == 1 {
                    quote!(#(#parts,)*)
                } else {
                    quote!(#(#parts),*)
                };
                Code::postfix(parenthesised(tokens, span), span)
            }
            ExprKind::Array(elems) => {
                let elems = elems.iter().map(|elem| self.value(elem).tokens);
                Code::postfix(quote_spanned!(span=> [#(#elems),*]), span)
            }
            ExprKind::Repeat(value, len) => {
                let (value, len) = (self.value(value).tokens, self.constant().value(len).tokens);
                Code::postfix(quote_spanned!(span=> [#value; #len]), span)
            }
            ExprKind::Struct { path, fields, base } => {
                let code = self.struct_literal(path, fields, base.as_deref(), span);
                match self.tables.ty(expr.id) {
                    Ty::Opaque => plain(code),
                    _ => code,
                }
            }
            ExprKind::Cast(operand, ty) => {
                let operand = self.operand(operand).at_least(Binds::Cast);
                let ty = self.ty(ty, self.written_ty(expr));
                Code::new(quote_spanned!(span=> #operand as #ty), Binds::Cast, span)
            }
            // With its conversion in `value`.
            ExprKind::Ref {
                mutable,
                expr: place,
            } => self.borrow(expr, *mutable, place, None),
            ExprKind::Call { path, args } => self.call(expr, path, args),
            ExprKind::Method {
                receiver,
                name,
                turbofish,
                args,
            } => self.method_call(expr, receiver, name, turbofish, args),
            ExprKind::Closure { params, body } => self.closure(expr.id, params, body, span),
            ExprKind::Block(block) => {
                Code::new(self.block(block, Part::Block(expr.id)), Binds::Block, span)
            }
            ExprKind::Unsafe(block) => {
                let block = self.block(block, Part::Block(expr.id));
                Code::new(quote_spanned!(span=> unsafe #block), Binds::Block, span)
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.operand(cond).head();
                let then = self.block(then, Part::Then(expr.id));
                let otherwise = otherwise.as_ref().map(|otherwise| {
                    let diverged = self.diverged_before(Part::Else(expr.id), otherwise);
                    let code = self.value(otherwise);
                    let otherwise = match otherwise.kind {
                        ExprKind::If { .. } | ExprKind::Block(_) if diverged.is_empty() => {
                            code.tokens
                        }
                        _ => after(diverged, code, otherwise.span),
                    };
                    quote_spanned!(span=> else #otherwise)
                });
                Code::new(
                    quote_spanned!(span=> if #cond #then #otherwise),
                    Binds::Block,
                    span,
                )
            }
            ExprKind::Match { scrutinee, arms } => self.match_(expr.id, scrutinee, arms, span),
            ExprKind::While { label, cond, body } => {
                let (label, code) = (loop_label(label), self.operand(cond));
                let cond = self.in_part(Part::Condition(expr.id), cond, code).head();
                let body = self.block(body, Part::Body(expr.id));
                Code::new(
                    quote_spanned!(span=> #label while #cond #body),
                    Binds::Block,
                    span,
                )
            }
            ExprKind::Loop { label, body } => {
                let body = self.block(body, Part::Body(expr.id));
                let label = loop_label(label);
                Code::new(quote_spanned!(span=> #label loop #body), Binds::Block, span)
            }
            ExprKind::For {
                label,
                pat,
                iter,
                body,
            } => {
                let (label, pat) = (loop_label(label), self.pat(pat));
                let iter = self.value(iter).head();
                let body = self.block(body, Part::Body(expr.id));
                Code::new(
                    quote_spanned!(span=> #label for #pat in #iter #body),
                    Binds::Block,
                    span,
                )
            }
            ExprKind::Break { label, value, .. } => {
                let label = label.as_ref().map(|label| lifetime(&label.name));
                let value = value.as_ref().map(|value| self.value(value).tokens);
                Code::new(
                    quote_spanned!(span=> break #label #value),
                    Binds::Jump,
                    span,
                )
            }
            ExprKind::Continue { label, .. } => {
                let label = label.as_ref().map(|label| lifetime(&label.name));
                Code::new(quote_spanned!(span=> continue #label), Binds::Jump, span)
            }
            ExprKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value).tokens);
                Code::new(quote_spanned!(span=> return #value), Binds::Jump, span)
            }
            ExprKind::Range { lo, hi, inclusive } => {
                let lo = lo.as_ref().map(|lo| self.operand(lo).at_least(Binds::Or));
                let hi = hi.as_ref().map(|hi| self.operand(hi).at_least(Binds::Or));
                let dots = match inclusive {
                    true => quote_spanned!(span=> ..=),
                    false => quote_spanned!(span=> ..),
                };
                Code::new(quote!(#lo #dots #hi), Binds::Range, span)
            }
            ExprKind::Panic(panic) => self.panic(panic, span),
            ExprKind::Underscore => Code::postfix(quote_spanned!(span=> _), span),
        }
    }

    /// The name of a local where it is used: the name as declared, the span of the use.
    pub(super) fn local_at(&self, local: LocalId, span: Span) -> Ident {
        let mut name = self.body.local(local).name.clone();
        // The declaration's own hygiene, so that a name made by a `macro_rules!` macro still finds it.
        name.set_span(name.span().located_at(span));
        name
    }

    fn literal(&self, expr: &Expr, literal: &Literal) -> Code {
        let span = expr.span;
        let suffix = |written: &Option<String>| {
            let found = || self.suffixes?.get(&expr.id).cloned();
            written.clone().or_else(found).unwrap_or_default()
        };
        let tokens = match literal {
            Literal::Bool(value) => {
                let value = Ident::new(if *value { "true" } else { "false" }, span);
                quote!(#value)
            }
            Literal::Int {
                suffix: written,
                token,
                ..
            } => {
                let text = token.to_string();
                let digits = text.strip_suffix(token.suffix()).unwrap_or(&text);
                number(digits, &suffix(written), span)
            }
            Literal::Float {
                digits,
                suffix: written,
            } => {
                let suffix = suffix(written);
                let zero = if digits.ends_with('.') && !suffix.is_empty() {
                    "0"
                } else {
                    ""
                };
                number(&format!("{digits}{zero}"), &suffix, span)
            }
            Literal::Str(text) => quote!(#text),
        };
        Code::postfix(tokens, span)
    }

    fn negate(&self, operand: &Expr, span: Span) -> Code {
        // The sign of a literal belongs to it: `-128_i8` is a number, 128 as an `i8` is none.
        let literal = matches!(operand.kind, ExprKind::Literal(_));
        let native = literal || self.native_arithmetic(self.tables.ty(operand.id));
        let operand = self.operand(operand);
        if native {
            let operand = operand.at_least(Binds::Unary);
            Code::new(quote_spanned!(span=> -#operand), Binds::Unary, span)
        } else {
            let (neg, operand) = (rt("neg", span), operand.tokens);
            Code::postfix(quote_spanned!(span=> #neg(#operand)), span)
        }
    }

    /// `left op right`, on operands of type `ty`.
    pub(super) fn binary(
        &self,
        op: BinaryOp,
        ty: &Ty,
        left: Code,
        right: Code,
        span: Span,
    ) -> Code {
        use BinaryOp::*;
        let function = match op {
            Add => "add",
            Sub => "sub",
            Mul => "mul",
            // Checked in every profile, with the same messages as ours.
            Div | Rem if matches!(ty, Ty::Int(_)) => "",
            Div => "div",
            Rem => "rem",
            Shl => "shl",
            Shr => "shr",
            And | Or | Xor | Eq | Ne | Lt | Le | Gt | Ge => "",
        };
        if function.is_empty() || self.native_arithmetic(ty) {
            let binds = Binds::of(op);
            // Comparisons do not chain.
            let least = if op.is_comparison() {
                binds.tighter()
            } else {
                binds
            };
            let (left, right) = (left.at_least(least), right.at_least(binds.tighter()));
            let symbol = symbol(op, span);
            return Code::new(quote!(#left #symbol #right), binds, span);
        }
        let (function, left, right) = (rt(function, span), left.tokens, right.tokens);
        Code::postfix(quote_spanned!(span=> #function(#left, #right)), span)
    }

    /// Whether Rust's own arithmetic means what a kernel's does: floats have no profiles, and
    /// constants are evaluated by the compiler, which refuses an overflow.
    fn native_arithmetic(&self, ty: &Ty) -> bool {
        self.in_constant || matches!(ty, Ty::Float(Float::F32 | Float::F64))
    }

    fn struct_literal(
        &self,
        path: &crate::syntax::ast::Path,
        fields: &[(syn::Member, Expr)],
        base: Option<&Expr>,
        span: Span,
    ) -> Code {
        let path = self.value_path(path);
        let fields = fields.iter().map(|(member, value)| {
            let value = self.value(value).tokens;
            quote!(#member: #value)
        });
        let base = base.map(|base| {
            let base = self.value(base).tokens;
            quote_spanned!(span=> ..#base)
        });
        let mut code = Code::new(
            quote_spanned!(span=> #path { #(#fields,)* #base }),
            Binds::Block,
            span,
        );
        code.braced = true;
        code
    }

    fn closure(
        &self,
        id: ExprId,
        params: &[(LocalId, Option<TypeExpr>)],
        body: &Expr,
        span: Span,
    ) -> Code {
        let params = params.iter().map(|(local, ty)| {
            let known = self.tables.local(*local);
            let name = self.binding(*local);
            let ty = ty.as_ref().map(|ty| {
                let ty = self.ty(ty, known);
                quote_spanned!(span=> : #ty)
            });
            quote!(#name #ty)
        });
        let code = self.value(body);
        let body = self.in_part(Part::Closure(id), body, code).tokens;
        Code::new(
            quote_spanned!(span=> |#(#params),*| #body),
            Binds::Jump,
            span,
        )
    }

    /// The type that an `as`, a `let` or the like names.
    pub(super) fn written_ty(&self, expr: &Expr) -> &Ty {
        self.tables.written.get(&expr.id).unwrap_or(&Ty::Opaque)
    }
}

fn loop_label(label: &Option<Label>) -> Option<TokenStream> {
    let label = label.as_ref()?;
    let (name, span) = (lifetime(&label.name), label.span);
    Some(quote_spanned!(span=> #name:))
}

fn number(digits: &str, suffix: &str, span: Span) -> TokenStream {
    // The digits come from a literal of Rust's and the suffix is the name of a number type.
    let mut token: Token = format!("{digits}{suffix}")
        .parse()
        .expect("a number and its type");
    token.set_span(span);
    quote!(#token)
}

fn symbol(op: BinaryOp, span: Span) -> TokenStream {
    use BinaryOp::*;
    match op {
        Add => quote_spanned!(span=> +),
        Sub => quote_spanned!(span=> -),
        Mul => quote_spanned!(span=> *),
        Div => quote_spanned!(span=> /),
        Rem => quote_spanned!(span=> %),
        And => quote_spanned!(span=> &),
        Or => quote_spanned!(span=> |),
        Xor => quote_spanned!(span=> ^),
        Shl => quote_spanned!(span=> <<),
        Shr => quote_spanned!(span=> >>),
        Eq => quote_spanned!(span=> ==),
        Ne => quote_spanned!(span=> !=),
        Lt => quote_spanned!(span=> <),
        Le => quote_spanned!(span=> <=),
        Gt => quote_spanned!(span=> >),
        Ge => quote_spanned!(span=> >=),
    }
}
