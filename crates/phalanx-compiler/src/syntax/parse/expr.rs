//! Expressions.

use syn::spanned::Spanned;

use super::{Parser, Values};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, LazyOp, Literal, UnaryOp};
use crate::syntax::text;

impl Parser {
    pub(super) fn boxed(&mut self, expr: &syn::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Paren(expr) => {
                self.inner_attrs(&expr.attrs);
                return self.expr(&expr.expr);
            }
            syn::Expr::Group(expr) => {
                self.inner_attrs(&expr.attrs);
                return self.expr(&expr.expr);
            }
            syn::Expr::Macro(expr) => {
                self.inner_attrs(&expr.attrs);
                return self.macro_call(&expr.mac);
            }
            _ => {}
        }
        // Before the parts: a loop's id is what `break` inside refers to.
        let id = self.id();
        let span = expr.span();
        let kind = match expr {
            syn::Expr::Lit(expr) => {
                self.inner_attrs(&expr.attrs);
                self.literal(&expr.lit)
            }
            syn::Expr::Path(expr) => {
                self.inner_attrs(&expr.attrs);
                self.name(expr)
            }
            syn::Expr::Unary(expr) => {
                self.inner_attrs(&expr.attrs);
                self.unary(expr)
            }
            syn::Expr::Binary(expr) => {
                self.inner_attrs(&expr.attrs);
                self.binary(expr)
            }
            syn::Expr::Assign(expr) => {
                self.inner_attrs(&expr.attrs);
                let place = self.assignee(&expr.left, text::NOT_A_PLACE);
                ExprKind::Assign(Box::new(place), self.boxed(&expr.right))
            }
            syn::Expr::Index(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Index(self.boxed(&expr.expr), self.boxed(&expr.index))
            }
            syn::Expr::Field(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Field(self.boxed(&expr.base), expr.member.clone())
            }
            syn::Expr::Tuple(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Tuple(expr.elems.iter().map(|elem| self.expr(elem)).collect())
            }
            syn::Expr::Array(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Array(expr.elems.iter().map(|elem| self.expr(elem)).collect())
            }
            syn::Expr::Repeat(expr) => {
                self.inner_attrs(&expr.attrs);
                let value = self.boxed(&expr.expr);
                let len = self.constant_context(|parser| parser.boxed(&expr.len));
                ExprKind::Repeat(value, len)
            }
            syn::Expr::Struct(expr) => {
                self.inner_attrs(&expr.attrs);
                self.struct_literal(expr)
            }
            syn::Expr::Cast(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Cast(self.boxed(&expr.expr), self.ty(&expr.ty))
            }
            syn::Expr::Reference(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Ref {
                    mutable: expr.mutability.is_some(),
                    expr: self.boxed(&expr.expr),
                }
            }
            syn::Expr::Range(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Range {
                    lo: expr.start.as_deref().map(|lo| self.boxed(lo)),
                    hi: expr.end.as_deref().map(|hi| self.boxed(hi)),
                    inclusive: matches!(expr.limits, syn::RangeLimits::Closed(_)),
                }
            }
            syn::Expr::Call(expr) => {
                self.inner_attrs(&expr.attrs);
                self.call(expr)
            }
            syn::Expr::MethodCall(expr) => {
                self.inner_attrs(&expr.attrs);
                let receiver = self.boxed(&expr.receiver);
                let turbofish = match &expr.turbofish {
                    Some(args) => self.generic_args(args),
                    None => Vec::new(),
                };
                ExprKind::Method {
                    receiver,
                    name: expr.method.clone(),
                    turbofish,
                    args: self.args(&expr.args),
                }
            }
            syn::Expr::Block(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Block(match &expr.label {
                    None => self.block(&expr.block),
                    Some(label) => {
                        self.refuse(label.name.span(), text::LABELLED_BLOCK);
                        let block = |parser: &mut Parser| parser.block(&expr.block);
                        self.loop_body(id, &expr.label, Values::Allowed, block).1
                    }
                })
            }
            syn::Expr::Unsafe(expr) => {
                self.inner_attrs(&expr.attrs);
                ExprKind::Unsafe(self.block(&expr.block))
            }
            syn::Expr::If(expr) => self.if_(expr),
            syn::Expr::Match(expr) => self.match_(expr),
            syn::Expr::While(expr) => self.while_(expr, id),
            syn::Expr::Loop(expr) => self.loop_(expr, id),
            syn::Expr::ForLoop(expr) => self.for_(expr, id),
            syn::Expr::Break(expr) => self.break_(expr),
            syn::Expr::Continue(expr) => self.continue_(expr),
            syn::Expr::Return(expr) => self.return_(expr),
            _ => self.outside(expr),
        };
        Expr { id, span, kind }
    }

    /// Expressions that the language does not have.
    fn outside(&mut self, expr: &syn::Expr) -> ExprKind {
        let (span, text) = match expr {
            syn::Expr::Closure(expr) => (expr.inputs_begin.span, text::CLOSURE_ELSEWHERE),
            syn::Expr::Try(expr) => (expr.question_token.span, text::QUESTION_MARK),
            syn::Expr::Await(expr) => (expr.await_token.span, text::AWAIT),
            syn::Expr::Async(expr) => (expr.async_token.span, text::ASYNC_BLOCK),
            syn::Expr::TryBlock(expr) => (expr.try_token.span, text::TRY_BLOCK),
            syn::Expr::Const(expr) => (expr.const_token.span, text::CONST_BLOCK),
            syn::Expr::Let(expr) => (expr.let_token.span, text::LET_CONDITION),
            syn::Expr::RawAddr(expr) => (expr.and_token.span, text::RAW_POINTER),
            syn::Expr::Yield(expr) => (expr.yield_token.span, text::YIELD),
            syn::Expr::Infer(expr) => (expr.underscore_token.span, text::UNDERSCORE),
            expr => (expr.span(), text::UNKNOWN_EXPRESSION),
        };
        self.refused(span, text)
    }

    fn name(&mut self, expr: &syn::ExprPath) -> ExprKind {
        if expr.qself.is_none()
            && let Some(name) = expr.path.get_ident()
            && let Some(local) = self.lookup(name)
        {
            return ExprKind::Local(local);
        }
        ExprKind::Path(self.path(expr.qself.as_ref(), &expr.path))
    }

    fn unary(&mut self, expr: &syn::ExprUnary) -> ExprKind {
        let op = match expr.op {
            syn::UnOp::Neg(_) => UnaryOp::Neg,
            syn::UnOp::Not(_) => UnaryOp::Not,
            syn::UnOp::Deref(_) => UnaryOp::Deref,
            _ => return self.refused(expr.op.span(), text::UNKNOWN_EXPRESSION),
        };
        ExprKind::Unary(op, self.boxed(&expr.expr))
    }

    fn binary(&mut self, expr: &syn::ExprBinary) -> ExprKind {
        let assigned = match expr.op {
            syn::BinOp::AddAssign(_) => Some(BinaryOp::Add),
            syn::BinOp::SubAssign(_) => Some(BinaryOp::Sub),
            syn::BinOp::MulAssign(_) => Some(BinaryOp::Mul),
            syn::BinOp::DivAssign(_) => Some(BinaryOp::Div),
            syn::BinOp::RemAssign(_) => Some(BinaryOp::Rem),
            syn::BinOp::BitAndAssign(_) => Some(BinaryOp::And),
            syn::BinOp::BitOrAssign(_) => Some(BinaryOp::Or),
            syn::BinOp::BitXorAssign(_) => Some(BinaryOp::Xor),
            syn::BinOp::ShlAssign(_) => Some(BinaryOp::Shl),
            syn::BinOp::ShrAssign(_) => Some(BinaryOp::Shr),
            _ => None,
        };
        if let Some(op) = assigned {
            let place = self.place(&expr.left, text::NOT_A_PLACE);
            return ExprKind::AssignOp(op, Box::new(place), self.boxed(&expr.right));
        }
        let left = self.boxed(&expr.left);
        let right = self.boxed(&expr.right);
        let op = match expr.op {
            syn::BinOp::And(_) => return ExprKind::Lazy(LazyOp::And, left, right),
            syn::BinOp::Or(_) => return ExprKind::Lazy(LazyOp::Or, left, right),
            syn::BinOp::Add(_) => BinaryOp::Add,
            syn::BinOp::Sub(_) => BinaryOp::Sub,
            syn::BinOp::Mul(_) => BinaryOp::Mul,
            syn::BinOp::Div(_) => BinaryOp::Div,
            syn::BinOp::Rem(_) => BinaryOp::Rem,
            syn::BinOp::BitAnd(_) => BinaryOp::And,
            syn::BinOp::BitOr(_) => BinaryOp::Or,
            syn::BinOp::BitXor(_) => BinaryOp::Xor,
            syn::BinOp::Shl(_) => BinaryOp::Shl,
            syn::BinOp::Shr(_) => BinaryOp::Shr,
            syn::BinOp::Eq(_) => BinaryOp::Eq,
            syn::BinOp::Ne(_) => BinaryOp::Ne,
            syn::BinOp::Lt(_) => BinaryOp::Lt,
            syn::BinOp::Le(_) => BinaryOp::Le,
            syn::BinOp::Gt(_) => BinaryOp::Gt,
            syn::BinOp::Ge(_) => BinaryOp::Ge,
            _ => return self.refused(expr.op.span(), text::UNKNOWN_EXPRESSION),
        };
        ExprKind::Binary(op, left, right)
    }

    /// The left of `=`: a place, `_`, or a tuple of them.
    fn assignee(&mut self, expr: &syn::Expr, otherwise: text::Text) -> Expr {
        match expr {
            syn::Expr::Paren(expr) => {
                self.inner_attrs(&expr.attrs);
                self.assignee(&expr.expr, otherwise)
            }
            syn::Expr::Group(expr) => {
                self.inner_attrs(&expr.attrs);
                self.assignee(&expr.expr, otherwise)
            }
            syn::Expr::Infer(expr) => {
                self.inner_attrs(&expr.attrs);
                self.make(expr.underscore_token.span, ExprKind::Underscore)
            }
            syn::Expr::Tuple(tuple) => {
                self.inner_attrs(&tuple.attrs);
                let parts = tuple.elems.iter();
                let parts = parts
                    .map(|part| self.assignee(part, text::DESTRUCTURING))
                    .collect();
                self.make(expr.span(), ExprKind::Tuple(parts))
            }
            syn::Expr::Array(_) | syn::Expr::Struct(_) | syn::Expr::Call(_) => {
                let kind = self.refused(expr.span(), text::DESTRUCTURING);
                self.make(expr.span(), kind)
            }
            expr => self.place(expr, otherwise),
        }
    }

    /// What can be assigned to.
    fn place(&mut self, expr: &syn::Expr, otherwise: text::Text) -> Expr {
        match expr {
            syn::Expr::Paren(expr) => {
                self.inner_attrs(&expr.attrs);
                self.place(&expr.expr, otherwise)
            }
            syn::Expr::Group(expr) => {
                self.inner_attrs(&expr.attrs);
                self.place(&expr.expr, otherwise)
            }
            syn::Expr::Path(_)
            | syn::Expr::Index(_)
            | syn::Expr::Field(_)
            | syn::Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Deref(_),
                ..
            }) => self.expr(expr),
            expr => {
                let kind = self.refused(expr.span(), otherwise);
                self.make(expr.span(), kind)
            }
        }
    }

    fn struct_literal(&mut self, expr: &syn::ExprStruct) -> ExprKind {
        let path = self.path(expr.qself.as_ref(), &expr.path);
        let mut fields = Vec::new();
        for field in &expr.fields {
            self.inner_attrs(&field.attrs);
            fields.push((field.member.clone(), self.expr(&field.expr)));
        }
        if let (Some(dots), None) = (&expr.dot2_token, &expr.rest) {
            self.refuse(dots.span(), text::BASE_MISSING);
        }
        ExprKind::Struct {
            path,
            fields,
            base: expr.rest.as_deref().map(|base| self.boxed(base)),
        }
    }

    fn call(&mut self, expr: &syn::ExprCall) -> ExprKind {
        let mut func = &*expr.func;
        while let syn::Expr::Paren(syn::ExprParen { expr, .. })
        | syn::Expr::Group(syn::ExprGroup { expr, .. }) = func
        {
            func = expr;
        }
        let path = match func {
            syn::Expr::Path(func) => {
                self.inner_attrs(&func.attrs);
                if let Some(name) = func.path.get_ident()
                    && self.lookup(name).is_some()
                {
                    self.refuse(name.span(), text::call_of_local(&name.to_string()));
                }
                self.path(func.qself.as_ref(), &func.path)
            }
            func => return self.refused(func.span(), text::CALL_OF_VALUE),
        };
        let reason = match path.last().ident == "assume_uniform" {
            true => reason(&expr.args),
            false => None,
        };
        let values = expr.args.len() - usize::from(reason.is_some());
        let mut args: Vec<Expr> = expr
            .args
            .iter()
            .take(values)
            .map(|arg| self.arg(arg))
            .collect();
        if let Some(reason) = reason {
            let literal = ExprKind::Literal(Literal::Str(reason.clone()));
            args.push(self.make(reason.span(), literal));
        }
        ExprKind::Call { path, args }
    }

    fn args(&mut self, args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>) -> Vec<Expr> {
        args.iter().map(|arg| self.arg(arg)).collect()
    }

    /// An argument may be a closure; nothing else may.
    fn arg(&mut self, arg: &syn::Expr) -> Expr {
        match arg {
            syn::Expr::Paren(syn::ExprParen { expr, .. })
            | syn::Expr::Group(syn::ExprGroup { expr, .. })
                if matches!(**expr, syn::Expr::Closure(_)) =>
            {
                self.arg(expr)
            }
            syn::Expr::Closure(closure) => {
                let kind = self.closure(closure);
                self.make(closure.inputs_begin.span, kind)
            }
            arg => self.expr(arg),
        }
    }
}

/// The text that comes last.
fn reason(args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>) -> Option<&syn::LitStr> {
    match args.last() {
        Some(syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        })) => Some(text),
        _ => None,
    }
}
