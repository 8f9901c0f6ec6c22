//! A walk over the expressions of a body.

use super::ast::{Block, Body, Expr, ExprKind, Pat, PatKind, Stmt};

/// Calls `f` for every expression of the body's code, those of patterns included, a parent before its
/// parts. What stands in types (lengths of arrays, const generics) is not visited.
pub fn exprs<'a>(body: &'a Body, f: &mut dyn FnMut(&'a Expr)) {
    block(&body.block, f);
}

/// The same for a block.
pub fn block<'a>(code: &'a Block, f: &mut dyn FnMut(&'a Expr)) {
    rest_of_block(code, 0, f);
}

/// The same for a block from the statement of this index on.
pub fn rest_of_block<'a>(code: &'a Block, from: usize, f: &mut dyn FnMut(&'a Expr)) {
    for stmt in &code.stmts[from..] {
        match stmt {
            Stmt::Let(one) | Stmt::Const(one) => {
                pat(&one.pat, f);
                option(&one.init, f);
            }
            Stmt::Expr(one) => expr(one, f),
        }
    }
    boxed(&code.value, f);
}

fn option<'a>(one: &'a Option<Expr>, f: &mut dyn FnMut(&'a Expr)) {
    if let Some(one) = one {
        expr(one, f);
    }
}

fn boxed<'a>(one: &'a Option<Box<Expr>>, f: &mut dyn FnMut(&'a Expr)) {
    if let Some(one) = one {
        expr(one, f);
    }
}

fn pat<'a>(one: &'a Pat, f: &mut dyn FnMut(&'a Expr)) {
    match &one.kind {
        PatKind::Wild | PatKind::Bind(_, None) | PatKind::Path(_) => {}
        PatKind::Bind(_, Some(sub)) => pat(sub, f),
        PatKind::Tuple(parts) | PatKind::Or(parts) => parts.iter().for_each(|part| pat(part, f)),
        PatKind::Struct { fields, .. } => fields.iter().for_each(|(_, part)| pat(part, f)),
        PatKind::Literal(value) => expr(value, f),
        PatKind::Range { lo, hi, .. } => {
            boxed(lo, f);
            boxed(hi, f);
        }
    }
}

/// The same for one expression and its parts.
pub fn expr<'a>(one: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(one);
    match &one.kind {
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::Path(_)
        | ExprKind::Continue { .. }
        | ExprKind::Underscore => {}
        ExprKind::Unary(_, a)
        | ExprKind::Field(a, _)
        | ExprKind::Cast(a, _)
        | ExprKind::Ref { expr: a, .. }
        | ExprKind::Closure { body: a, .. }
        // The length is a constant.
        | ExprKind::Repeat(a, _) => expr(a, f),
        ExprKind::Binary(_, a, b)
        | ExprKind::Lazy(_, a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::AssignOp(_, a, b)
        | ExprKind::Index(a, b) => {
            expr(a, f);
            expr(b, f);
        }
        ExprKind::Tuple(parts) | ExprKind::Array(parts) => parts.iter().for_each(|part| expr(part, f)),
        ExprKind::Struct { fields, base, .. } => {
            fields.iter().for_each(|(_, value)| expr(value, f));
            boxed(base, f);
        }
        ExprKind::Call { args, .. } => args.iter().for_each(|arg| expr(arg, f)),
        ExprKind::Method { receiver, args, .. } => {
            expr(receiver, f);
            args.iter().for_each(|arg| expr(arg, f));
        }
        ExprKind::Block(code) | ExprKind::Unsafe(code) | ExprKind::Loop { body: code, .. } => {
            block(code, f);
        }
        ExprKind::If { cond, then, otherwise } => {
            expr(cond, f);
            block(then, f);
            boxed(otherwise, f);
        }
        ExprKind::Match { scrutinee, arms } => {
            expr(scrutinee, f);
            for arm in arms {
                pat(&arm.pat, f);
                option(&arm.guard, f);
                expr(&arm.body, f);
            }
        }
        ExprKind::While { cond, body, .. } => {
            expr(cond, f);
            block(body, f);
        }
        ExprKind::For { pat: variable, iter, body, .. } => {
            pat(variable, f);
            expr(iter, f);
            block(body, f);
        }
        ExprKind::Break { value, .. } | ExprKind::Return(value) => boxed(value, f),
        ExprKind::Range { lo, hi, .. } => {
            boxed(lo, f);
            boxed(hi, f);
        }
        ExprKind::Panic(panic) => {
            panic.operands.iter().for_each(|operand| expr(operand, f));
            if let Some(message) = &panic.message {
                message.args.iter().for_each(|arg| expr(arg, f));
            }
        }
    }
}
